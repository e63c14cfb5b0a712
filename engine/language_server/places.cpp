#include "language_server/places.hpp"

#include <algorithm>

#include "language_server/message.hpp"

namespace evalground::language_server {

Value position(std::int64_t line, std::int64_t character) {
  return Value::map({{"line", Value::integer(line)}, {"character", Value::integer(character)}});
}
Value range(const Value& start, const Value& end) {
  return Value::map({{"start", start}, {"end", end}});
}

Value position_in(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const std::size_t line = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  std::int64_t character = 0;
  for (const char c : before.substr(line)) {
    const auto unit = static_cast<unsigned char>(c);
    if ((unit & 0xC0) != 0x80) character += unit >= 0xF0 ? 2 : 1;
  }
  return position(std::count(before.begin(), before.end(), '\n'), character);
}

Value position_of_units(std::string_view text, std::int64_t units) {
  std::int64_t line = 0;
  std::int64_t character = 0;
  std::int64_t seen = 0;
  for (std::size_t at = 0; at < text.size() && seen < units; ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if ((byte & 0xC0) == 0x80) continue;
    const std::int64_t width = byte >= 0xF0 ? 2 : 1;
    seen += width;
    character = byte == '\n' ? 0 : character + width;
    line += byte == '\n' ? 1 : 0;
  }
  return position(line, character);
}

std::size_t byte_at(std::string_view text, const Map& position) {
  const std::int64_t line = integer_of(position, "line");
  const std::int64_t character = integer_of(position, "character");
  std::size_t at = 0;
  for (std::int64_t passed = 0; passed < line; ++passed) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  std::int64_t units = 0;
  while (at < text.size() && text[at] != '\n' && units < character) {
    units += static_cast<unsigned char>(text[at]) >= 0xF0 ? 2 : 1;
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;) ++at;
  }
  return at;
}

}  // namespace evalground::language_server
