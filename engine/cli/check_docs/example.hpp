// Examples: what blocks of code are together. A workspace, and where the document shows what it gives.
//
//   marked block with a file or a key   →  belongs to the next one (`file=base.yaml`, `key=data`)
//   marked block                        →  an example: its attributes are keys of a workspace, its text the document,
//   or
//                                          the expression where the dialect's documents are expressions
//   output block behind it              →  what the example shows
//
// A block without a mark is an example when its language is a dialect's and an output follows: so documents that have
// their outputs beside the code already need no mark.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_docs/block.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// What a document shows of a result.
struct Shown {
  Place place;
  std::string text;
  std::string language;
  std::string key;  // not empty: the result is shown as the value of this key of a JSON object
};

struct Example {
  std::size_t at = 0;  // where its block begins
  Map workspace;
  std::optional<Shown> shown;
  std::string skipped;              // why it cannot be run here; it does no harm
  std::string problem;              // why it can be run nowhere
  bool may_lack_variables = false;  // a variable without a value means that it cannot be run here
};

// Gives the text of a file that a document names, by its path from the document. Throws DiskError, UsageError.
using ReadNamed = std::function<std::string(const std::string& path)>;

std::vector<Example> examples_of(std::string_view file, const std::vector<Block>& blocks, const ReadNamed& read_named);

// The tasks of Ansible's module `debug` in a block of YAML, with what `ok: [host] => {…}` of the output behind it says
// of them; without a block, one skipped example.
std::vector<Example> ansible_examples(std::string_view file, const Block& source, const Block& output);

}  // namespace evalground::cli
