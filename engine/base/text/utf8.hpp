// UTF-8 text by code point: validate, decode, encode, count, slice, and the properties of characters that Python's str
// methods use (letters, space, case). Offsets are bytes unless a name says code points or UTF-16 units. Unvalidated
// text is safe to pass: a byte that is not part of a valid sequence counts as one U+FFFD.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace evalground {

inline constexpr char32_t replacement_character = 0xFFFD;

// One decoded code point and its number of bytes. U+FFFD with one byte stands for an invalid byte.
struct CodePoint {
  char32_t value;
  std::size_t size;

  bool valid() const { return value != replacement_character || size != 1; }
};

// True when every byte is below 0x80.
bool is_ascii(std::string_view text);

// The offset of the first byte that is not part of well-formed UTF-8; nothing when `text` is valid. Overlong forms,
// surrogates and code points above U+10FFFF are not well-formed.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// The code point that starts at `offset`, which must be below the text's size.
CodePoint decode_code_point(std::string_view text, std::size_t offset);

// Appends a code point in UTF-8. A surrogate or a number above U+10FFFF is written as U+FFFD.
void append_code_point(std::string& text, char32_t code_point);

// The length in code points: Python's len().
std::size_t count_code_points(std::string_view text);

// The length in UTF-16 units: JavaScript's length, and the unit of columns in editors.
std::size_t count_utf16_units(std::string_view text);

// The byte offset of the code point with the given index, or the size of a shorter text.
std::size_t byte_offset_of_code_point(std::string_view text, std::size_t index);

// The number of code points that start before the byte `offset`; an offset past the end counts all of them.
std::size_t code_points_before(std::string_view text, std::size_t offset);

// The code points from `begin` up to but not including `end`, or to the end of a shorter text.
std::string_view slice_code_points(std::string_view text, std::size_t begin, std::size_t end);

// True for what Python's str.isalnum() accepts: letters, and every character with a numeric value.
bool is_alphanumeric(char32_t code_point);

// True for what Python's str.isalpha() accepts: letters.
bool is_letter(char32_t code_point);

// True for what `\w` matches in Python's re: alphanumeric or an underscore.
bool is_word_character(char32_t code_point);

// The value of a decimal digit of any script, as Python's int() reads it; nothing for other characters.
std::optional<unsigned> decimal_digit(char32_t code_point);

// True for what Python's str.isspace() accepts and str.strip() removes.
bool is_space(char32_t code_point);

// True for code points that Python's repr() prints unescaped.
bool is_printable(char32_t code_point);

// The text in lower case as in Python's str.lower(): full mappings, and a final sigma at the end of a word.
std::string to_lower(std::string_view text);

// The text in upper case as in Python's str.upper(): full mappings, so "ß" becomes "SS".
std::string to_upper(std::string_view text);

}  // namespace evalground
