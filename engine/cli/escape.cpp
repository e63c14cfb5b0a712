#include "cli/escape.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground::cli {

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += "&#10;"; break;
      case '\t': result += character; break;
      default:
        if (static_cast<unsigned char>(character) >= 0x20) result += character;
    }
  }
  return result;
}

std::string sarif_text(std::string_view text) {
  if (text.find("](") == std::string_view::npos) return std::string(text);
  return replace_all(replace_all(replace_all(text, "\\", "\\\\"), "[", "\\["), "]", "\\]");
}

std::string markdown_code(std::string_view text) {
  if (text.empty()) return {};
  return "`" + replace_all(replace_all(one_line(text), "|", "\\|"), "`", "'") + "`";
}

std::string markdown_block(std::string_view language, std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  std::string result = fence + std::string(language) + "\n" + std::string(text);
  if (!text.ends_with('\n')) result += "\n";
  return result + fence + "\n";
}

std::string one_line(std::string_view text) {
  return replace_all(replace_all(replace_all(text, "\r", "\\r"), "\n", "\\n"), "\t", "\\t");
}

}  // namespace evalground::cli
