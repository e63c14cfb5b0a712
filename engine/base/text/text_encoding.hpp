// Text to bytes in the encodings that Python names, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground {

enum class TextEncoding : std::uint8_t {
  utf_8,
  utf_8_sig,  // with a byte order mark, optional when reading
  utf_16,     // with a byte order mark; written in little-endian order
  utf_16_le,
  utf_16_be,
  utf_32,  // with a byte order mark; written in little-endian order
  utf_32_le,
  utf_32_be,
  latin_1,
  cp1252,
  ascii
};

// By any of Python's usual spellings: "utf-8", "UTF8", "utf_16_le", "latin-1", "iso8859-1", "us-ascii", "windows-1252".
std::optional<TextEncoding> text_encoding(std::string_view name);

// Nothing when the encoding lacks a character.
std::optional<std::string> encode_text(TextEncoding encoding, std::string_view text);

// Decoded text, with U+FFFD for invalid bytes. `error` is the offset of the first invalid byte.
struct DecodedText {
  std::string text;
  std::optional<std::size_t> error;
};

DecodedText decode_text(TextEncoding encoding, std::string_view bytes);

}  // namespace evalground
