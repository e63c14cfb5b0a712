// The code in a Markdown document, by the rules of CommonMark: fenced blocks and code spans with their places.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/check_docs/block.hpp"

namespace evalground::cli {

struct FencedCode {
  std::size_t at = 0;     // where the line of the opening fence begins
  Place content;          // with its fence
  std::string_view info;  // unchanged text after the opening fence
  std::string text;       // of the content, without its containers and indentation
};

struct MarkdownCode {
  std::vector<FencedCode> fences;                          // in the order of the file
  std::vector<std::pair<std::size_t, std::size_t>> spans;  // begins and ends of text in code spans
};

// A fence may have any indentation, because MkDocs indents the contents of tabs and notes. So there is no indented
// code. In MDX tags do not begin blocks of HTML.
enum class Tags : bool { are_html, are_jsx };
MarkdownCode code_of(std::string_view text, Tags tags);

}  // namespace evalground::cli
