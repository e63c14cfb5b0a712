// Examples: the meaning of a sequence of code blocks. An example is a workspace, and the result that the document
// shows.
//
//   marked block with a file or a key   →  belongs to the next example (`file=base.yaml`, `key=data`)
//   marked block                        →  an example: its attributes are keys of a workspace. Its text is the
//   document,
//                                          or the expression if the dialect's documents are expressions
//   output block after it               →  the result that the example shows
//
// A block without a mark is an example if its language is a dialect's and an output follows. So documents that already
// show outputs beside the code need no marks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_docs/block.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The result that a document shows.
struct Shown {
  Place place;
  std::string text;
  std::string language;
  std::string key;  // if not empty, the result is the value of this key in a JSON object
};

struct Example {
  std::size_t at = 0;  // where its block begins
  Map workspace;
  std::optional<Shown> shown;
  std::string skipped;              // why it cannot be run here; not an error
  std::string problem;              // why it can never be run; an error
  bool may_lack_variables = false;  // an undefined variable means that it cannot be run here
};

// Returns the text of a file that a document names, by its path relative to the document. Throws DiskError, UsageError.
using ReadNamed = std::function<std::string(const std::string& path)>;

std::vector<Example> examples_of(std::string_view file, const std::vector<Block>& blocks, const ReadNamed& read_named);

// The tasks of Ansible's module `debug` in a block of YAML, with their results from `ok: [host] => {…}` in the output
// after it. Without such tasks, one skipped example.
std::vector<Example> ansible_examples(std::string_view file, const Block& source, const Block& output);

}  // namespace evalground::cli
