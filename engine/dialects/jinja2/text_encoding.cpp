#include "dialects/jinja2/text_encoding.hpp"

#include <array>

#include "base/utf8.hpp"

namespace evalground::jinja2 {
namespace {

struct Name {
  std::string_view name;  // lower case, without separators
  TextEncoding encoding;
};
constexpr std::array<Name, 17> names = {{{"utf8", TextEncoding::utf_8},
                                         {"u8", TextEncoding::utf_8},
                                         {"utf16", TextEncoding::utf_16},
                                         {"u16", TextEncoding::utf_16},
                                         {"utf16le", TextEncoding::utf_16_le},
                                         {"utf16be", TextEncoding::utf_16_be},
                                         {"utf32", TextEncoding::utf_32},
                                         {"u32", TextEncoding::utf_32},
                                         {"utf32le", TextEncoding::utf_32_le},
                                         {"utf32be", TextEncoding::utf_32_be},
                                         {"latin1", TextEncoding::latin_1},
                                         {"l1", TextEncoding::latin_1},
                                         {"iso88591", TextEncoding::latin_1},
                                         {"88591", TextEncoding::latin_1},
                                         {"ascii", TextEncoding::ascii},
                                         {"usascii", TextEncoding::ascii},
                                         {"646", TextEncoding::ascii}}};

// Bytes of a unit: 2 or 4; 1 for the rest.
std::size_t unit_size(TextEncoding encoding) {
  switch (encoding) {
    case TextEncoding::utf_16:
    case TextEncoding::utf_16_le:
    case TextEncoding::utf_16_be: return 2;
    case TextEncoding::utf_32:
    case TextEncoding::utf_32_le:
    case TextEncoding::utf_32_be: return 4;
    default: return 1;
  }
}

void append_unit(std::string& bytes, std::uint32_t unit, std::size_t size, bool is_big) {
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t shift = 8 * (is_big ? size - 1 - i : i);
    bytes += static_cast<char>(unit >> shift & 0xFFU);
  }
}

}  // namespace

std::optional<TextEncoding> text_encoding(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c != '-' && c != '_' && c != ' ') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  }
  for (const Name& known : names) {
    if (known.name == plain) return known.encoding;
  }
  return std::nullopt;
}

std::optional<std::string> encode_text(TextEncoding encoding, std::string_view text) {
  if (encoding == TextEncoding::utf_8) return std::string(text);
  const std::size_t size = unit_size(encoding);
  const bool is_big = encoding == TextEncoding::utf_16_be || encoding == TextEncoding::utf_32_be;
  const char32_t most = encoding == TextEncoding::ascii ? 0x7F : encoding == TextEncoding::latin_1 ? 0xFF : 0x10FFFF;
  std::string bytes;
  // Without a byte order in its name, an encoding begins with a mark.
  if (encoding == TextEncoding::utf_16 || encoding == TextEncoding::utf_32) append_unit(bytes, 0xFEFF, size, false);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    at += point.size;
    if (point.value > most) return std::nullopt;
    const auto value = static_cast<std::uint32_t>(point.value);
    if (size == 2 && value >= 0x10000) {
      append_unit(bytes, 0xD800 + ((value - 0x10000) >> 10), size, is_big);
      append_unit(bytes, 0xDC00 + ((value - 0x10000) & 0x3FFU), size, is_big);
    } else {
      append_unit(bytes, value, size, is_big);
    }
  }
  return bytes;
}

std::string decode_text(TextEncoding encoding, std::string_view bytes) {
  std::string text;
  if (encoding == TextEncoding::utf_8) {
    for (std::size_t at = 0; at < bytes.size();) {
      const CodePoint point = decode_code_point(bytes, at);
      append_code_point(text, point.value);
      at += point.size;
    }
    return text;
  }
  const std::size_t size = unit_size(encoding);
  bool is_big = encoding == TextEncoding::utf_16_be || encoding == TextEncoding::utf_32_be;
  const auto unit_at = [&](std::size_t at) {
    std::uint32_t unit = 0;
    for (std::size_t i = 0; i < size; ++i) {
      unit |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i]))
              << (8 * (is_big ? size - 1 - i : i));
    }
    return unit;
  };
  std::size_t at = 0;
  if ((encoding == TextEncoding::utf_16 || encoding == TextEncoding::utf_32) && bytes.size() >= size) {
    is_big = static_cast<unsigned char>(bytes[0]) != 0xFF;  // what the mark would begin with, read the other way round
    const bool has_mark = unit_at(0) == 0xFEFF;
    is_big = is_big && has_mark;
    if (has_mark) at = size;
  }
  for (; at + size <= bytes.size(); at += size) {
    std::uint32_t unit = unit_at(at);
    if (encoding == TextEncoding::ascii && unit > 0x7F) unit = replacement_character;
    if (size == 2 && unit >= 0xD800 && unit < 0xDC00 && at + 4 <= bytes.size()) {
      const std::uint32_t low = unit_at(at + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    append_code_point(text, unit);
  }
  if (at != bytes.size()) append_code_point(text, replacement_character);
  return text;
}

}  // namespace evalground::jinja2
