// Reads and writes numbers, without the locale: a comma for the point would break every document.
//
// Hot: compiled for speed in every module.
#include "base/text/number.hpp"

#include <algorithm>
#include <cmath>
#include <double-conversion/double-to-string.h>
#include <double-conversion/strtod.h>
#include <limits>

#include "base/text/scanner.hpp"

namespace evalground {
namespace {

using double_conversion::DoubleToStringConverter;
using double_conversion::StringBuilder;

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// The value of a digit or letter; 36 for any other byte.
unsigned digit_value(char byte) {
  if (is_digit(byte)) return static_cast<unsigned>(byte - '0');
  if (byte >= 'a' && byte <= 'z') return static_cast<unsigned>(byte - 'a' + 10);
  if (byte >= 'A' && byte <= 'Z') return static_cast<unsigned>(byte - 'A' + 10);
  return 36;
}

// The parts of "-12.5e3".
struct Decimal {
  bool is_negative = false;
  std::string_view whole, fraction;
  std::int64_t exponent = 0;  // clamped: beyond this the number is 0 or infinite
};

// An exponent may have any number of digits, so it is clamped instead of refused: 1e99999999999 is infinite.
std::optional<Decimal> read_decimal(std::string_view text) {
  constexpr std::int64_t most = 1LL << 29;
  Decimal decimal;
  Scanner scanner(text);
  decimal.is_negative = scanner.take('-');
  if (!decimal.is_negative) scanner.take('+');
  decimal.whole = scanner.take_while(is_digit);
  if (scanner.take('.')) decimal.fraction = scanner.take_while(is_digit);
  if (decimal.whole.empty() && decimal.fraction.empty()) return std::nullopt;
  if (scanner.take('e') || scanner.take('E')) {
    const bool is_negative = scanner.take('-');
    if (!is_negative) scanner.take('+');
    const std::string_view digits = scanner.take_while(is_digit);
    if (digits.empty()) return std::nullopt;
    const auto exponent = parse_digits(digits, 10, is_negative);
    decimal.exponent = exponent ? std::clamp(exponent.value, -most, most) : is_negative ? -most : most;
  }
  return scanner.at_end() ? std::optional(decimal) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> floor_divide(std::int64_t a, std::int64_t b) {
  if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return std::nullopt;
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::optional<std::int64_t> floor_modulo(std::int64_t a, std::int64_t b) {
  if (b == 0) return std::nullopt;
  if (b == -1) return 0;  // the processor would overflow on the smallest integer
  const std::int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

std::optional<std::int64_t> checked_power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) return std::nullopt;
  std::int64_t power = 1;
  for (std::int64_t square = base;;) {
    if (exponent % 2 == 1 && __builtin_mul_overflow(power, square, &power)) return std::nullopt;
    exponent /= 2;
    if (exponent == 0) return power;
    if (__builtin_mul_overflow(square, square, &square)) return std::nullopt;
  }
}

ParsedNumber<std::int64_t> parse_digits(std::string_view digits, unsigned base, bool is_negative) {
  if (digits.empty()) return {0, NumberFault::not_a_number};
  // Count downwards, because the smallest integer has no positive counterpart.
  std::int64_t value = 0;
  bool overflows = false;
  for (char byte : digits) {
    const unsigned digit = digit_value(byte);
    if (digit >= base) return {0, NumberFault::not_a_number};
    overflows = overflows || __builtin_mul_overflow(value, static_cast<std::int64_t>(base), &value) ||
                __builtin_sub_overflow(value, static_cast<std::int64_t>(digit), &value);
  }
  if (!is_negative) overflows = overflows || __builtin_sub_overflow(std::int64_t{0}, value, &value);
  if (overflows) return {0, NumberFault::out_of_range};
  return {value, NumberFault::none};
}

// As JSON writes integers: no plus, no leading zeros. parse_loose_integer() allows both.
ParsedNumber<std::int64_t> parse_integer(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  if (text.size() > 1 && text[0] == '0') return {0, NumberFault::not_a_number};
  return parse_digits(text, 10, is_negative);
}

ParsedNumber<std::int64_t> parse_loose_integer(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  return parse_digits(text, 10, is_negative);
}

ParsedNumber<double> parse_real(std::string_view text) {
  // The library's StringToDoubleConverter would link the locales of the C++ library, a tenth of the module.
  constexpr std::size_t longest = 1U << 28;
  const auto decimal = text.size() > longest ? std::nullopt : read_decimal(text);
  if (!decimal) return {0, NumberFault::not_a_number};
  std::string digits(decimal->whole);
  digits += decimal->fraction;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  const int exponent = static_cast<int>(decimal->exponent) - static_cast<int>(decimal->fraction.size());
  const double value =
      digits.empty() ? 0.0 : double_conversion::Strtod({digits.data(), static_cast<int>(digits.size())}, exponent);
  return {decimal->is_negative ? -value : value, std::isinf(value) ? NumberFault::out_of_range : NumberFault::none};
}

std::string real_text(double number) {
  // Python's repr: plain notation from 1e-4 up to but not including 1e16, always with a point or an exponent of two
  // digits.
  static const DoubleToStringConverter converter(DoubleToStringConverter::EMIT_TRAILING_DECIMAL_POINT |
                                                     DoubleToStringConverter::EMIT_TRAILING_ZERO_AFTER_POINT |
                                                     DoubleToStringConverter::EMIT_POSITIVE_EXPONENT_SIGN,
                                                 "inf", "nan", 'e', -4, 16, 0, 0, 2);
  char buffer[32];
  StringBuilder builder(buffer, sizeof buffer);
  converter.ToShortest(number, &builder);
  const int length = builder.position();
  return std::string(buffer, static_cast<std::size_t>(length));
}

}  // namespace evalground
