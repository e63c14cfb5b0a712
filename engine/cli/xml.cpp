#include "cli/xml.hpp"

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

}  // namespace evalground::cli
