// Texts of strangers within reports that other programs read.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cli {

// Text and attribute values of XML. Characters that XML cannot have are left out.
std::string xml_text(std::string_view text);

// A message of SARIF, in which `[text](address)` would be a link.
std::string sarif_text(std::string_view text);

// Code within a line or a cell of Markdown, where links, HTML and mentions are text; empty for an empty text.
std::string markdown_code(std::string_view text);

// A block of code of Markdown, with a fence that the text does not have; the text may end its last line or not.
std::string markdown_block(std::string_view language, std::string_view text);

// The same text in one line: line ends and tabs as they are written in JSON.
std::string one_line(std::string_view text);

}  // namespace evalground::cli
