// Text as the bytes of an encoding that Python names, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground::jinja2 {

enum class TextEncoding : std::uint8_t {
  utf_8,
  utf_16,
  utf_16_le,
  utf_16_be,
  utf_32,
  utf_32_le,
  utf_32_be,
  latin_1,
  ascii
};

// By any of Python's usual spellings: "utf-8", "UTF8", "utf_16_le", "latin-1", "iso8859-1", "us-ascii".
std::optional<TextEncoding> text_encoding(std::string_view name);

// Nothing when a character is not in the encoding.
std::optional<std::string> encode_text(TextEncoding encoding, std::string_view text);
// U+FFFD for what belongs to no character.
std::string decode_text(TextEncoding encoding, std::string_view bytes);

}  // namespace evalground::jinja2
