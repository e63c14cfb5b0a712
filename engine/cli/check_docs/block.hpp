// The result of reading documents: blocks of code as the author wrote them, with the place of their content in the
// file.
//
//   ```yaql {.evalground data="[1, 2]"}      one reader per format: it knows how blocks begin and end, where
//   $.sum()                                  their attributes are, and what precedes each line, but nothing
//   ```                                      about languages
//
// The readers go line by line, and use only the parts of a format that concern blocks. They never fail: anything that
// is not a block is prose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evalground::cli {

// How the text of a block is written in the file.
enum class Writing : std::uint8_t { lines, html };

// The marks around a block that end it: runs of one character, which may be longer where the content has such a line.
struct Fence {
  std::size_t opening = 0;  // where the run begins
  std::size_t closing = 0;  // 0: the file ends before
  std::size_t length = 0;   // of the opening run; 0: the block has no fence, or none that may be longer
  char character = 0;
};

// A part of a file that holds text, which can be read and rewritten.
struct Place {
  std::size_t begin = 0, end = 0;  // bytes of the content
  std::string prefix;              // before each line: "   ", "> ", "#@ "
  Writing writing = Writing::lines;
  Fence fence = {};
};

// A change of a file: these bytes are replaced.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string text;
};

enum class Markup : std::uint8_t { markdown, restructured_text, asciidoc, html, other };

struct Block {
  std::size_t at = 0;   // where the block begins, including its delimiters
  std::size_t end = 0;  // where a block behind it can begin; 0: nowhere
  Markup markup = Markup::other;
  Place content;
  std::string text;      // without the prefix, markup and references; ends with a line break unless it is empty
  std::string language;  // in lower case
  std::vector<std::pair<std::string, std::string>> attributes;  // without a leading "data-"
  std::vector<std::string> classes;
  std::string problem;    // why its text cannot be had
  std::string container;  // for parts of an element: identifies the element

  const std::string* attribute(std::string_view name) const;
  bool has_class(std::string_view name) const;
  // True for `class="evalground"`, `data-evalground` and the language "evalground".
  bool is_marked() const;
  bool is_output() const;
};

// Blocks in the order of the file.
std::vector<Block> read_markdown(std::string_view text);
std::vector<Block> read_mdx(std::string_view text);
std::vector<Block> read_restructured_text(std::string_view text);
std::vector<Block> read_asciidoc(std::string_view text);
std::vector<Block> read_html(std::string_view text);
// The examples of CFEngine: policies whose comments contain their output.
std::vector<Block> read_org(std::string_view text);
// Hugo's shortcode `{{< evalground dialect="yaql" >}} … {{< /evalground >}}`, in Markdown. Those outside of fences are
// blanked in `text`.
std::vector<Block> take_shortcodes(std::string& text, const std::vector<std::pair<std::size_t, std::size_t>>& fences);
// Sessions with `yaql>` before the input, in any text.
std::vector<Block> read_sessions(std::string_view text);

// The text of a place.
std::string read_place(std::string_view file, const Place& place);
// The edits that write `text` at `place`, in the order of the file. A fence is lengthened if a line of `text` would end
// it.
std::vector<Edit> write_place(std::string_view file, const Place& place, std::string_view text);

}  // namespace evalground::cli
