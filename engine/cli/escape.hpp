// Escapes untrusted text for reports that other programs read.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cli {

// Text and attribute values of XML. Characters that XML does not allow are dropped.
std::string xml_text(std::string_view text);

// A message of SARIF, where `[text](address)` would be a link.
std::string sarif_text(std::string_view text);

// Inline code for a line or a table cell of Markdown, so that links, HTML and mentions are plain text; empty for an
// empty text.
std::string markdown_code(std::string_view text);

// A code block of Markdown, with a fence that does not occur in the text. The text may or may not end with a line
// break.
std::string markdown_block(std::string_view language, std::string_view text);

// The text on one line, with line ends and tabs escaped as in JSON.
std::string one_line(std::string_view text);

}  // namespace evalground::cli
