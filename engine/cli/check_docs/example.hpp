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
  const Block* block = nullptr;  // a marked block, behind which an output can be written
  std::string skipped;           // why it cannot be run here; not an error
  std::string problem;           // why it can never be run; an error
  bool is_own = true;            // its author marked it; other examples only happen to look like one
  bool is_fragment = false;      // and was completed
};

// Returns the text of a file that a document names, by its path relative to the document. Throws DiskError, UsageError.
using ReadNamed = std::function<std::string(const std::string& path)>;

// Languages whose blocks are all examples, and their dialects; an empty dialect: that of the language.
using Every = std::vector<std::pair<std::string, std::string>>;

// The examples refer to the blocks.
std::vector<Example> examples_of(std::string_view file, const std::vector<Block>& blocks, const ReadNamed& read_named,
                                 const Every& every = {});

// Whether a block's language is the name of a dialect.
bool is_dialect(std::string_view language);

// The tasks of Ansible's module `debug` in a block of YAML, with their results from `ok: [host] => {…}` in the output
// after it. Without such tasks, one skipped example.
std::vector<Example> ansible_examples(std::string_view file, const Block& source, const Block& output);

// Whether a block of Ansible's documentation shows values of templates in comments `# => value`.
bool has_ansible_values(const Block& block);
std::vector<Example> ansible_values(std::string_view file, const Block& block);

// The places in the file of parts of a block's text. The parts are begins and ends, in ascending order.
std::vector<Place> places_within(std::string_view file, const Block& block,
                                 const std::vector<std::pair<std::size_t, std::size_t>>& parts);

}  // namespace evalground::cli
