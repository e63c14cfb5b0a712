// What the readers of documents find: blocks of code, as the document's author wrote them, with the place of their
// content in the file.
//
//   ```yaql {.evalground data="[1, 2]"}      one reader for each format: it knows how blocks begin and end, where their
//   $.sum()                                  attributes stand and what is in front of each line, and nothing of
//   ```                                      languages
//
// The readers go line by line and take of each format what concerns blocks. None of them fails: what is no block to
// them is prose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evalground::cli {

// How the text of a block is written in the file.
enum class Writing : std::uint8_t { lines, html };

// A part of a file that holds text: it can be read, and written anew.
struct Place {
  std::size_t begin = 0, end = 0;  // bytes of the content
  std::string prefix;              // in front of each line: "   ", "> ", "#@ "
  Writing writing = Writing::lines;
};

struct Block {
  std::size_t at = 0;  // where the block begins, its marks included
  Place content;
  std::string text;      // without the prefix, markup and references; ends with a line break unless it is empty
  std::string language;  // in lower case
  std::vector<std::pair<std::string, std::string>> attributes;  // without "data-" in front
  std::vector<std::string> classes;
  std::string container;  // of an element's parts: which element they are of

  const std::string* attribute(std::string_view name) const;
  bool has_class(std::string_view name) const;
  // True for `class="evalground"`, `data-evalground`, and for a class that says what the block is to the next one, as
  // "evalground-data" does.
  bool is_marked() const;
  bool is_output() const;
};

// Blocks in the order of the file.
std::vector<Block> read_markdown(std::string_view text);
std::vector<Block> read_restructured_text(std::string_view text);
std::vector<Block> read_asciidoc(std::string_view text);
std::vector<Block> read_html(std::string_view text);
// The examples of CFEngine: policies whose comments hold what they print.
std::vector<Block> read_org(std::string_view text);
// Sessions with `yaql>` in front of what is typed, in any text.
std::vector<Block> read_sessions(std::string_view text);

// The text of a place, and how a text is written there.
std::string read_place(std::string_view file, const Place& place);
std::string write_place(std::string_view file, const Place& place, std::string_view text);

}  // namespace evalground::cli
