// The encodings of Python's str.encode() and bytes.decode() that documents use.
//
// Names are compared as in Python, without case, hyphens and underscores: "UTF-8", "utf8" and "utf_8" are one. utf_16
// and utf_32 write a byte order mark in little-endian order, and read either order by the mark.
#include "base/text/text_encoding.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"

namespace evalground {
namespace {

constexpr std::string_view utf_8_mark = "\xEF\xBB\xBF";
constexpr std::uint32_t mark = 0xFEFF;

// The characters of the bytes 0x80 to 0x9F in cp1252; 0 for unassigned bytes.
constexpr char16_t cp1252_characters[] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                          0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                          0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                          0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

struct Name {
  std::string_view name;  // lower case, without separators
  TextEncoding encoding;
};
constexpr Name names[] = {
    {"utf8", TextEncoding::utf_8},        {"u8", TextEncoding::utf_8},          {"utf8sig", TextEncoding::utf_8_sig},
    {"utf16", TextEncoding::utf_16},      {"u16", TextEncoding::utf_16},        {"utf16le", TextEncoding::utf_16_le},
    {"utf16be", TextEncoding::utf_16_be}, {"utf32", TextEncoding::utf_32},      {"u32", TextEncoding::utf_32},
    {"utf32le", TextEncoding::utf_32_le}, {"utf32be", TextEncoding::utf_32_be}, {"latin1", TextEncoding::latin_1},
    {"latin", TextEncoding::latin_1},     {"l1", TextEncoding::latin_1},        {"iso88591", TextEncoding::latin_1},
    {"88591", TextEncoding::latin_1},     {"cp1252", TextEncoding::cp1252},     {"windows1252", TextEncoding::cp1252},
    {"1252", TextEncoding::cp1252},       {"ascii", TextEncoding::ascii},       {"usascii", TextEncoding::ascii},
    {"646", TextEncoding::ascii}};

// The bytes of a unit: 2 or 4; 1 for other encodings.
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

bool is_utf_8(TextEncoding encoding) {
  return encoding == TextEncoding::utf_8 || encoding == TextEncoding::utf_8_sig;
}

bool begins_with_mark(TextEncoding encoding) {
  return encoding == TextEncoding::utf_16 || encoding == TextEncoding::utf_32;
}

bool is_big_endian(TextEncoding encoding) {
  return encoding == TextEncoding::utf_16_be || encoding == TextEncoding::utf_32_be;
}

// The byte of a character in a single-byte encoding; nothing when the encoding lacks it.
// Latin-1 has the first 256 code points as bytes, ASCII the first 128. cp1252 is Latin-1 with other characters in one
// block.
std::optional<std::uint32_t> byte_of(TextEncoding encoding, char32_t character) {
  const char32_t most = encoding == TextEncoding::latin_1 ? 0xFF : 0x7F;
  if (character <= most) return character;
  if (encoding != TextEncoding::cp1252) return std::nullopt;
  if (character >= 0xA0 && character <= 0xFF) return character;
  const auto* found = std::find(std::begin(cp1252_characters), std::end(cp1252_characters), character);
  if (found == std::end(cp1252_characters)) return std::nullopt;
  return static_cast<std::uint32_t>(0x80 + (found - std::begin(cp1252_characters)));
}

// The character of a byte in a single-byte encoding; nothing for an unassigned byte.
std::optional<char32_t> character_of(TextEncoding encoding, std::uint32_t byte) {
  if (byte < 0x80 || encoding == TextEncoding::latin_1) return byte;
  if (encoding != TextEncoding::cp1252) return std::nullopt;
  if (byte >= 0xA0) return byte;
  const char16_t character = cp1252_characters[byte - 0x80];
  return character == 0 ? std::nullopt : std::optional<char32_t>(character);
}

void append_unit(std::string& bytes, std::uint32_t unit, std::size_t size, bool is_big) {
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t shift = 8 * (is_big ? size - 1 - i : i);
    bytes += static_cast<char>(unit >> shift & 0xFFU);
  }
}

// Invariant: at least `size` bytes are left at `at`.
std::uint32_t unit_at(std::string_view bytes, std::size_t at, std::size_t size, bool is_big) {
  std::uint32_t unit = 0;
  for (std::size_t i = 0; i < size; ++i) {
    unit |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * (is_big ? size - 1 - i : i));
  }
  return unit;
}

// Collects characters, and the offset of the first byte that is not part of a character.
class Reader {
 public:
  void add(char32_t character) { append_code_point(result.text, character); }
  void add_wrong(std::size_t at) {
    add(replacement_character);
    if (!result.error) result.error = at;
  }

  DecodedText result;
};

DecodedText decode_utf_8(std::string_view bytes, std::size_t start) {
  Reader reader;
  for (std::size_t at = start; at < bytes.size();) {
    const CodePoint point = decode_code_point(bytes, at);
    if (point.valid()) {
      reader.add(point.value);
    } else {
      reader.add_wrong(at);
    }
    at += point.size;
  }
  return std::move(reader.result);
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

// Nothing for a character that the encoding lacks. The caller has the words for that.
std::optional<std::string> encode_text(TextEncoding encoding, std::string_view text) {
  if (encoding == TextEncoding::utf_8) return std::string(text);
  if (encoding == TextEncoding::utf_8_sig) return std::string(utf_8_mark).append(text);
  const std::size_t size = unit_size(encoding);
  const bool is_big = is_big_endian(encoding);
  std::string bytes;
  if (begins_with_mark(encoding)) append_unit(bytes, mark, size, false);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    at += point.size;
    auto value = static_cast<std::uint32_t>(point.value);
    if (size == 1) {
      const auto byte = byte_of(encoding, point.value);
      if (!byte) return std::nullopt;
      value = *byte;
    }
    if (size == 2 && value >= 0x10000) {
      append_unit(bytes, 0xD800 + ((value - 0x10000) >> 10), size, is_big);
      append_unit(bytes, 0xDC00 + ((value - 0x10000) & 0x3FFU), size, is_big);
    } else {
      append_unit(bytes, value, size, is_big);
    }
  }
  return bytes;
}

namespace {

// The character of two surrogates; nothing for other units.
std::optional<char32_t> character_of_pair(std::uint32_t high, std::uint32_t low) {
  if (high < 0xD800 || high >= 0xDC00 || low < 0xDC00 || low >= 0xE000) return std::nullopt;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

bool is_character(char32_t code) {
  return (code < 0xD800 || code > 0xDFFF) && code <= 0x10FFFF;
}

}  // namespace

// Wrong bytes become U+FFFD, and the offset of the first is kept: strict callers fail with it, lenient ones ignore it.
// A surrogate is only right as the first of a pair.
DecodedText decode_text(TextEncoding encoding, std::string_view bytes) {
  if (is_utf_8(encoding)) {
    const bool has_mark = encoding == TextEncoding::utf_8_sig && bytes.starts_with(utf_8_mark);
    return decode_utf_8(bytes, has_mark ? utf_8_mark.size() : 0);
  }
  const std::size_t size = unit_size(encoding);
  bool is_big = is_big_endian(encoding);
  Reader reader;
  std::size_t at = 0;
  if (begins_with_mark(encoding) && bytes.size() >= size) {
    is_big = unit_at(bytes, 0, size, true) == mark;
    if (is_big || unit_at(bytes, 0, size, false) == mark) at = size;
  }
  for (; at + size <= bytes.size(); at += size) {
    const std::size_t start = at;
    const std::uint32_t unit = unit_at(bytes, at, size, is_big);
    std::optional<char32_t> character = size == 1 ? character_of(encoding, unit) : std::optional<char32_t>(unit);
    if (size == 2 && at + 4 <= bytes.size()) {
      if (const auto pair = character_of_pair(unit, unit_at(bytes, at + 2, size, is_big))) {
        character = pair;
        at += 2;
      }
    }
    if (character && is_character(*character)) {
      reader.add(*character);
    } else {
      reader.add_wrong(start);
    }
  }
  if (at < bytes.size()) reader.add_wrong(at);
  return std::move(reader.result);
}

}  // namespace evalground
