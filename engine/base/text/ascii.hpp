// Classes of ASCII characters, independent of the locale. Non-ASCII bytes are in none of them.
#pragma once

namespace evalground {

constexpr bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_octal_digit(char c) {
  return c >= '0' && c <= '7';
}
constexpr bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace evalground
