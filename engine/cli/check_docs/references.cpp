#include "cli/check_docs/references.hpp"

#include <cstdint>
#include <utility>

#include "base/text/utf8.hpp"

namespace evalground::cli {
namespace {

constexpr std::pair<std::string_view, std::string_view> references[] = {
    {"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", "\u00A0"},
};

// "#39" or "#x27"
std::string numbered(std::string_view name) {
  const bool is_hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  std::uint32_t code_point = 0;
  for (const char digit : name.substr(is_hexadecimal ? 2 : 1)) {
    const std::uint32_t base = is_hexadecimal ? 16 : 10;
    std::uint32_t value = 16;
    if (digit >= '0' && digit <= '9') value = static_cast<std::uint32_t>(digit - '0');
    if (digit >= 'a' && digit <= 'f') value = static_cast<std::uint32_t>(digit - 'a') + 10;
    if (digit >= 'A' && digit <= 'F') value = static_cast<std::uint32_t>(digit - 'A') + 10;
    if (value >= base || code_point > 0x10FFFF) return {};
    code_point = code_point * base + value;
  }
  std::string text;
  if (code_point > 0 && code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF))
    append_code_point(text, static_cast<char32_t>(code_point));
  return text;
}

}  // namespace

std::string without_references(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '&' ? text.find(';', at) : std::string_view::npos;
    std::string meaning;
    if (end != std::string_view::npos && end - at < 12) {
      const std::string_view name = text.substr(at + 1, end - at - 1);
      if (name.starts_with('#')) meaning = numbered(name);
      for (const auto& [known, character] : references) {
        if (name == known) meaning = character;
      }
    }
    if (meaning.empty()) {
      result += text[at++];
    } else {
      result += meaning;
      at = end + 1;
    }
  }
  return result;
}

}  // namespace evalground::cli
