// Integers of 64 bits with checked arithmetic, and all text of numbers. Arithmetic that has no 64-bit result
// gives nothing; reading distinguishes text that is not a number from a number that does not fit. Nothing depends on a
// locale.
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

// A whole text read as a number; the value counts only without a fault.
template <class Number>
struct ParsedNumber {
  Number value = 0;
  NumberFault fault = NumberFault::none;

  explicit operator bool() const { return fault == NumberFault::none; }
};

// Reads digits of the base (2 to 36, letters of either case) as a number of the given sign: no sign, prefix
// or separator. For YAML's "-0x1F", whose sign stands before the prefix.
ParsedNumber<std::int64_t> parse_digits(std::string_view digits, unsigned base, bool is_negative);

// Reads an integer as JSON writes it: "-12", "0"; "+1", "007" and "-" are no numbers.
ParsedNumber<std::int64_t> parse_integer(std::string_view text);

// Reads an integer with an optional sign of either kind and any leading zeros: "+1", "007".
ParsedNumber<std::int64_t> parse_loose_integer(std::string_view text);

// Reads a decimal number, correctly rounded: an optional sign, digits with at most one point among or beside
// them, an optional exponent ("1", "-.5", "2.", "1e+16"). Out of range when it rounds to infinity; "inf" and
// "nan" are no numbers.
ParsedNumber<double> parse_real(std::string_view text);

// The shortest text that reads back as the same number, as Python's repr() writes it: "1.0", "1e+16", "-inf",
// "nan". For every finite number this is JSON too, the same as json.dumps() writes.
std::string real_text(double number);

}  // namespace evalground
