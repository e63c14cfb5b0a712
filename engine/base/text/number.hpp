// Integers of 64 bits with checked arithmetic, and all conversions between numbers and text. Arithmetic without a
// 64-bit result returns nothing. Parsing distinguishes text that is not a number from a number that is out of range.
// Nothing depends on a locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground {

inline std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::int64_t> checked_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
  return result;
}

inline std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

// Python's a // b, rounded down; nothing when b is 0 or the quotient is 2^63.
std::optional<std::int64_t> floor_divide(std::int64_t a, std::int64_t b);

// Python's a % b, with the sign of b; nothing when b is 0.
std::optional<std::int64_t> floor_modulo(std::int64_t a, std::int64_t b);

// Python's base ** exponent for an exponent of 0 or more; nothing for a negative one.
std::optional<std::int64_t> checked_power(std::int64_t base, std::int64_t exponent);

enum class NumberFault : std::uint8_t { none, not_a_number, out_of_range };

// The result of parsing a whole text as a number. The value is valid only without a fault.
template <class Number>
struct ParsedNumber {
  Number value = 0;
  NumberFault fault = NumberFault::none;

  explicit operator bool() const { return fault == NumberFault::none; }
};

// Parses digits of the base (2 to 36, any case) as a number with the given sign. The text has no sign, prefix or
// separator. For YAML's "-0x1F", where the sign precedes the prefix.
ParsedNumber<std::int64_t> parse_digits(std::string_view digits, unsigned base, bool is_negative);

// Parses an integer in JSON's notation: "-12", "0". "+1", "007" and "-" are not numbers.
ParsedNumber<std::int64_t> parse_integer(std::string_view text);

// Parses an integer with an optional sign and any leading zeros: "+1", "007".
ParsedNumber<std::int64_t> parse_loose_integer(std::string_view text);

// Parses a decimal number, correctly rounded: an optional sign, digits with at most one point, an optional exponent
// ("1", "-.5", "2.", "1e+16"). Out of range when it rounds to infinity. "inf" and "nan" are not numbers.
ParsedNumber<double> parse_real(std::string_view text);

// The shortest text that parses to the same number, in the format of Python's repr(): "1.0", "1e+16", "-inf", "nan".
// For finite numbers this is also JSON, identical to json.dumps().
std::string real_text(double number);

}  // namespace evalground
