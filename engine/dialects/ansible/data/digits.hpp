// Digits as Python's int() accepts them: decimal digits of any script.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/utf8.hpp"

namespace evalground::ansible {

// The digits in ASCII: "٣4" -> "34". Absent for an empty text or one with other characters.
inline std::optional<std::string> ascii_digits(std::string_view text) {
  std::string digits;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const auto digit = decimal_digit(point.value);
    if (!digit) return std::nullopt;
    digits += static_cast<char>('0' + *digit);
    at += point.size;
  }
  return digits.empty() ? std::nullopt : std::optional(std::move(digits));
}

}  // namespace evalground::ansible
