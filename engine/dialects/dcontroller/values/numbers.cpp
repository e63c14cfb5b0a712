// Numbers by the rules of Go, without a Go library: the syntax of ParseFloat, the format of Go's JSON, and that of %v.
//
//   parse_go_float("0x1.8p4") -> 24      json_number(1e21) -> "1e+21"      go_number(1e6) -> "1e+06"
//
// Both writers use the shortest digits that read back as the same double. They differ in when they use an exponent, and
// in how many digits it has.
#include "dialects/dcontroller/values/numbers.hpp"

#include <cmath>
#include <limits>

#include "base/text/number.hpp"
#include "base/text/scanner.hpp"

namespace evalground::dcontroller {
namespace {

bool is_hex_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// The text without its underscores. Nothing if an underscore is not between digits (or after "0x").
// `1_000` -> `1000`; `1__0`, `_1` and `1_` are refused.
std::optional<std::string> without_underscores(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  const auto is_digit = [&](char c) { return is_hex ? is_hex_digit(c) : c >= '0' && c <= '9'; };
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '_') {
      result += text[at];
      continue;
    }
    const bool follows = at > 0 && (is_digit(text[at - 1]) || text[at - 1] == 'x' || text[at - 1] == 'X');
    if (!follows || at + 1 == text.size() || !is_digit(text[at + 1])) return std::nullopt;
  }
  return result;
}

// "1.8p4", the part after "0x".
//   1.8p4  ->  mantissa 0x18, exponent -4 + 4   ->  24
//
// The mantissa keeps at least 60 bits, more than a double has. Digits beyond these only set its lowest bit, so a value
// just above the middle of two doubles is not rounded down. A huge exponent is clamped, so that the addition cannot
// overflow.
std::optional<double> parse_hex_float(std::string_view text) {
  Scanner scanner(text);
  std::uint64_t mantissa = 0;
  std::int64_t exponent = 0;  // binary exponent
  bool has_digit = false;
  bool after_point = false;
  for (;; scanner.skip()) {
    if (!after_point && scanner.take('.')) after_point = true;
    const char c = scanner.peek();
    if (!is_hex_digit(c)) break;
    has_digit = true;
    const auto digit = static_cast<std::uint64_t>(parse_digits({&c, 1}, 16, false).value);
    if (mantissa >> 59U != 0) {
      // Further digits only affect the rounding.
      mantissa |= digit != 0 ? 1 : 0;
      if (!after_point) exponent += 4;
    } else {
      mantissa = mantissa << 4U | digit;
      if (after_point) exponent -= 4;
    }
  }
  if (!has_digit || !(scanner.take('p') || scanner.take('P'))) return std::nullopt;
  const ParsedNumber<std::int64_t> power = parse_loose_integer(scanner.rest());
  if (power.fault == NumberFault::not_a_number) return std::nullopt;
  const std::int64_t clamped = power
                                   ? std::max<std::int64_t>(-1'000'000, std::min<std::int64_t>(power.value, 1'000'000))
                                   : (scanner.peek() == '-' ? -1'000'000 : 1'000'000);
  const double value = std::ldexp(static_cast<double>(mantissa), static_cast<int>(clamped + exponent));
  if (std::isinf(value)) return std::nullopt;
  return value;
}

// A finite number's shortest digits, and the position of the point: 0.00123 is "123" and -2.
struct Decimal {
  bool is_negative;
  std::string digits;
  int point;
};

Decimal decimal_of(double number) {
  Decimal decimal{std::signbit(number), {}, 0};
  const std::string text = real_text(std::fabs(number));
  int exponent = 0;
  std::size_t end = text.find('e');
  if (end == std::string::npos) {
    end = text.size();
  } else {
    exponent = static_cast<int>(parse_loose_integer(std::string_view(text).substr(end + 1)).value);
  }
  const std::size_t point = std::min(text.find('.'), end);
  decimal.digits = text.substr(0, point);
  if (point < end) decimal.digits += text.substr(point + 1, end - point - 1);
  decimal.point = static_cast<int>(point) + exponent;
  const std::size_t first = decimal.digits.find_first_not_of('0');
  if (first == std::string::npos) return {decimal.is_negative, "0", 1};
  decimal.digits.erase(0, first);
  decimal.point -= static_cast<int>(first);
  decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
  return decimal;
}

// "1.5e-7", with at least `least` digits in the exponent.
std::string scientific(const Decimal& decimal, std::size_t least) {
  std::string text = decimal.digits.substr(0, 1);
  if (decimal.digits.size() > 1) text += "." + decimal.digits.substr(1);
  const int exponent = decimal.point - 1;
  std::string digits = std::to_string(std::abs(exponent));
  if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  return text + (exponent < 0 ? "e-" : "e+") + digits;
}

std::string plain(const Decimal& decimal) {
  const auto size = static_cast<int>(decimal.digits.size());
  if (decimal.point <= 0) return "0." + std::string(static_cast<std::size_t>(-decimal.point), '0') + decimal.digits;
  if (decimal.point >= size) return decimal.digits + std::string(static_cast<std::size_t>(decimal.point - size), '0');
  return decimal.digits.substr(0, static_cast<std::size_t>(decimal.point)) + "." +
         decimal.digits.substr(static_cast<std::size_t>(decimal.point));
}

}  // namespace

// Unlike the JSON grammar this accepts a leading plus, `inf`, `nan`, underscores and hexadecimal floats, because
// operators take text for numbers by Go's own function.
std::optional<double> parse_go_float(std::string_view text) {
  std::string_view rest = text;
  const bool is_negative = rest.starts_with('-');
  if (is_negative || rest.starts_with('+')) rest.remove_prefix(1);
  const double sign = is_negative ? -1 : 1;
  const std::string word = lower(rest.substr(0, 9));
  if (word == "inf" || word == "infinity") return sign * std::numeric_limits<double>::infinity();
  if (lower(text.substr(0, 4)) == "nan") return std::numeric_limits<double>::quiet_NaN();
  const std::optional<std::string> digits = without_underscores(rest);
  if (!digits) return std::nullopt;
  if (digits->starts_with("0x") || digits->starts_with("0X")) {
    const std::optional<double> value = parse_hex_float(std::string_view(*digits).substr(2));
    if (!value) return std::nullopt;
    return sign * *value;
  }
  if (digits->starts_with('-') || digits->starts_with('+')) return std::nullopt;
  const ParsedNumber<double> number = parse_real(*digits);
  if (!number) return std::nullopt;
  return sign * number.value;
}

// A float is never an integer here, also not 1.0: the two are different types in this language.
std::optional<std::int64_t> integer_of(const Value& value) {
  if (value.kind() == Kind::integer) return value.as_integer();
  if (!value.is_string()) return std::nullopt;
  const ParsedNumber<std::int64_t> number = parse_loose_integer(value.as_string());
  if (!number) return std::nullopt;
  return number.value;
}

std::optional<double> real_of(const Value& value) {
  if (value.is_number()) return value.as_real();
  if (value.is_string()) return parse_go_float(value.as_string());
  return std::nullopt;
}

// Two passes: all as integers, else all as floats from the first item on. The second pass also finds the item that is
// not a number, because text that does not spell an integer may spell a float.
std::optional<Numbers> coerce(const List& items, std::size_t& wrong) {
  Numbers numbers;
  numbers.integers.reserve(items.size());
  for (const Value& item : items) {
    const std::optional<std::int64_t> integer = integer_of(item);
    if (!integer) {
      numbers.are_integers = false;
      break;
    }
    numbers.integers.push_back(*integer);
  }
  if (numbers.are_integers) return numbers;
  numbers.reals.reserve(items.size());
  for (const Value& item : items) {
    const std::optional<double> real = real_of(item);
    if (!real) {
      wrong = numbers.reals.size();
      return std::nullopt;
    }
    numbers.reals.push_back(*real);
  }
  return numbers;
}

// An exponent below 1e-6 and from 1e21 on, the rule that Go shares with JavaScript.
std::string json_number(double number) {
  const Decimal decimal = decimal_of(number);
  const int exponent = decimal.point - 1;
  const std::string text = number != 0 && (exponent < -6 || exponent >= 21) ? scientific(decimal, 1) : plain(decimal);
  return decimal.is_negative ? "-" + text : text;
}

std::string plain_number(double number) {
  if (!std::isfinite(number)) return go_number(number);
  const Decimal decimal = decimal_of(number);
  return decimal.is_negative ? "-" + plain(decimal) : plain(decimal);
}

std::string go_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "+Inf" : "-Inf";
  const Decimal decimal = decimal_of(number);
  constexpr int most_places = 6;  // in the shortest form, however many digits it has
  const int exponent = decimal.point - 1;
  const bool is_scientific = number != 0 && (exponent < -4 || exponent >= most_places);
  const std::string text = is_scientific ? scientific(decimal, 2) : plain(decimal);
  return decimal.is_negative ? "-" + text : text;
}

}  // namespace evalground::dcontroller
