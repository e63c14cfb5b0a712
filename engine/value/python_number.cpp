// Python's arithmetic: integers grow beyond 64 bits, booleans count as 0 and 1, `//` and `%` round down, and errors
// have Python's messages. Both operands are tried as 64-bit integers first. Long operands are charged by their lengths,
// because multiplication and division take time proportional to the product of the lengths.
//
// Sources: the Python Language Reference, section 6.7; Objects/longobject.c and floatobject.c for rounding.
#include "value/python_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "value/big_integer.hpp"
#include "value/python_error.hpp"
#include "value/python_text.hpp"

namespace evalground {
namespace {

[[noreturn]] void fail_division(std::string_view message) {
  python_fail("zero-division", std::string(message));
}

// A boolean as its integer in Python.
Value without_boolean(const Value& value) {
  return value.kind() == Kind::boolean ? Value::integer(value.as_boolean() ? 1 : 0) : value;
}

bool is_real(const Value& value) {
  return value.kind() == Kind::real;
}

double to_double(const Value& value) {
  if (!value.is_object()) return value.as_real();
  const auto number = big_integer_of(value).to_double();
  if (!number) python_fail("overflow-error", "int too large to convert to float");
  return *number;
}

// Multiplication and division take time proportional to the product of the lengths.
void charge(const BigInt& a, const BigInt& b, Budget& budget) {
  budget.step(1 + a.bit_length() / 64 * (b.bit_length() / 64 + 1) / 256);
}

// Python's `%` has the sign of the divisor: -7.0 % 3.0 is 2.0, where fmod gives -1. A zero takes that sign as well.
double real_modulo(double a, double b) {
  const double rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

// Not floor(a / b), whose division may round up to the next integer: 1.0 // 0.1 is 9.0, because 0.1 is a little more
// than a tenth. The quotient is computed without the rest, and then nearly an integer.
double real_floor_divide(double a, double b) {
  const double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

// Python gives a complex number for a fractional power of a negative one. This engine has none, and fails.
double real_power(double base, double exponent) {
  if (base == 0 && exponent < 0) fail_division("0.0 cannot be raised to a negative power");
  if (base < 0 && std::isfinite(base) && std::isfinite(exponent) && exponent != std::floor(exponent)) {
    python_fail("value-error", "negative number cannot be raised to a fractional power");
  }
  const double result = std::pow(base, exponent);
  if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent)) {
    python_fail("overflow-error", "(34, 'Numerical result out of range')");
  }
  return result;
}

Value calculate_reals(PythonOperator operation, double a, double b) {
  switch (operation) {
    case PythonOperator::add: return Value::real(a + b);
    case PythonOperator::subtract: return Value::real(a - b);
    case PythonOperator::multiply: return Value::real(a * b);
    case PythonOperator::true_divide:
      if (b == 0) fail_division("float division by zero");
      return Value::real(a / b);
    case PythonOperator::floor_divide:
      if (b == 0) fail_division("float floor division by zero");
      return Value::real(real_floor_divide(a, b));
    case PythonOperator::modulo:
      if (b == 0) fail_division("float modulo");
      return Value::real(real_modulo(a, b));
    default: return Value::real(real_power(a, b));
  }
}

// The number of bits to shift by, clamped to a count that no result can have.
// A count beyond 64 bits is clamped, and then refused or, for a shift to the right, gives 0 or -1.
std::uint64_t shift_count(const BigInt& number) {
  if (number.is_negative()) python_fail("value-error", "negative shift count");
  const auto count = number.to_int64();
  return count ? static_cast<std::uint64_t>(*count) : std::numeric_limits<std::uint64_t>::max();
}

Value power_of(const BigInt& base, const BigInt& exponent, Budget& budget) {
  if (exponent.is_negative()) {
    const auto a = base.to_double();
    const auto b = exponent.to_double();
    if (!a || !b) python_fail("overflow-error", "int too large to convert to float");
    return Value::real(real_power(*a, *b));
  }
  // Only 0, 1 and -1 have a power with a longer exponent, and only its parity matters.
  const auto count = exponent.to_int64();
  const std::uint64_t odd = (exponent & BigInt(1)).bit_length();
  const std::uint64_t times =
      count ? static_cast<std::uint64_t>(*count) : std::numeric_limits<std::uint64_t>::max() - 1 + odd;
  // The last squaring costs as much as all before it.
  budget.step(1 + std::min<std::uint64_t>(base.bit_length() / 64 * std::min<std::uint64_t>(times, 1000), 1000));
  return integer_value(base.power(times));
}

Value calculate_long(PythonOperator operation, const BigInt& a, const BigInt& b, Budget& budget) {
  charge(a, b, budget);
  switch (operation) {
    case PythonOperator::add: return integer_value(a + b);
    case PythonOperator::subtract: return integer_value(a - b);
    case PythonOperator::multiply: return integer_value(a * b);
    case PythonOperator::true_divide: {
      if (b.is_zero()) fail_division("division by zero");
      const auto quotient = BigInt::true_quotient(a, b);
      if (!quotient) python_fail("overflow-error", "integer division result too large for a float");
      return Value::real(*quotient);
    }
    case PythonOperator::floor_divide:
    case PythonOperator::modulo: {
      const auto parts = BigInt::divide(a, b);
      const bool is_quotient = operation == PythonOperator::floor_divide;
      if (!parts) fail_division(is_quotient ? "integer division or modulo by zero" : "integer modulo by zero");
      return integer_value(is_quotient ? parts->first : parts->second);
    }
    case PythonOperator::power: return power_of(a, b, budget);
    case PythonOperator::bit_and: return integer_value(a & b);
    case PythonOperator::bit_or: return integer_value(a | b);
    case PythonOperator::bit_xor: return integer_value(a ^ b);
    case PythonOperator::shift_left: return integer_value(a.shift_left(shift_count(b)));
    case PythonOperator::shift_right: return integer_value(a.shift_right(shift_count(b)));
  }
  return {};
}

// The result if it fits 64 bits; nothing if it, or the operator, needs more.
// `left << right` always takes the long way, which checks the size. `**` with a negative exponent is a real number, so
// checked_power() gives nothing for it.
std::optional<Value> calculate_short(PythonOperator operation, std::int64_t a, std::int64_t b) {
  std::optional<std::int64_t> result;
  switch (operation) {
    case PythonOperator::add: result = checked_add(a, b); break;
    case PythonOperator::subtract: result = checked_subtract(a, b); break;
    case PythonOperator::multiply: result = checked_multiply(a, b); break;
    case PythonOperator::true_divide: {
      // Both operands are exact doubles up to here.
      constexpr std::int64_t exact = std::int64_t{1} << 53;
      if (b == 0 || a > exact || a < -exact || b > exact || b < -exact) return std::nullopt;
      return Value::real(static_cast<double>(a) / static_cast<double>(b));
    }
    case PythonOperator::floor_divide: result = floor_divide(a, b); break;
    case PythonOperator::modulo: result = floor_modulo(a, b); break;
    case PythonOperator::power: result = checked_power(a, b); break;
    case PythonOperator::bit_and: return Value::integer(a & b);
    case PythonOperator::bit_or: return Value::integer(a | b);
    case PythonOperator::bit_xor: return Value::integer(a ^ b);
    case PythonOperator::shift_left: return std::nullopt;
    case PythonOperator::shift_right:
      return b < 0 ? std::nullopt : std::optional(Value::integer(a >> std::min<std::int64_t>(b, 63)));
  }
  if (!result) return std::nullopt;
  return Value::integer(*result);
}

[[noreturn]] void fail_unary(std::string_view operation, const Value& value) {
  python_fail("type-error", "bad operand type for " + std::string(operation) + ": '" + python_type_name(value) + "'");
}

// Python shows at most 200 characters of a text in such messages.
std::string python_quoted(std::string_view text) {
  Budget budget;
  const std::size_t end = byte_offset_of_code_point(text, 200);
  return python_repr(Value::string(text.substr(0, end)), budget);
}

// The digits of a number's text by Python's rules: without surrounding whitespace, digits of any script converted to
// ASCII, underscores between digits (and letters, in bases that have them) dropped. Nothing for a misplaced underscore.
std::optional<std::string> plain_digits(std::string_view text, bool has_letters) {
  std::string result;
  bool may_underscore = false;
  bool is_after_underscore = false;
  std::size_t begin = 0, end = text.size();
  while (begin < end && is_space(decode_code_point(text, begin).value)) begin += decode_code_point(text, begin).size;
  for (std::size_t at = begin; at < end;) {
    const CodePoint next = decode_code_point(text, at);
    if (is_space(next.value)) {  // only whitespace may follow
      while (at < end && is_space(decode_code_point(text, at).value)) at += decode_code_point(text, at).size;
      if (at != end) return std::nullopt;
      break;
    }
    at += next.size;
    if (next.value == '_') {
      if (!may_underscore) return std::nullopt;
      may_underscore = false;
      is_after_underscore = true;
      continue;
    }
    const auto digit = decimal_digit(next.value);
    if (next.value > 0x7F && !digit) return std::nullopt;
    const char c = digit ? static_cast<char>('0' + *digit) : static_cast<char>(next.value);
    may_underscore = digit || (has_letters && is_alphanumeric(next.value));
    if (is_after_underscore && !may_underscore) return std::nullopt;
    is_after_underscore = false;
    result += c;
  }
  if (is_after_underscore) return std::nullopt;
  return result;
}

// a / b rounded to an integer, halves to even. Invariant: b is above 0.
// BigInt::divide() rounds down, so the rest is never negative, and twice the rest against b decides.
BigInt rounded_quotient(const BigInt& a, const BigInt& b) {
  const auto parts = BigInt::divide(a, b);
  const int order = BigInt::compare(parts->second + parts->second, b);
  const bool is_odd = !(parts->first & BigInt(1)).is_zero();
  return order > 0 || (order == 0 && is_odd) ? parts->first + 1 : parts->first;
}

// Rounds at a power of ten: round(1250, -2).
Value round_integer(const BigInt& number, std::int64_t digits, Budget& budget) {
  if (digits >= 0) return integer_value(number);
  if (digits < -static_cast<std::int64_t>(BigInt::most_digits)) return Value::integer(0);
  const BigInt unit = BigInt(10).power(static_cast<std::uint64_t>(-digits));
  charge(number, unit, budget);
  return integer_value(rounded_quotient(number, unit) * unit);
}

// Rounds exactly, by the double's value and not its text: round(2.675, 2) is 2.67.
// The double is an exact fraction, mantissa * 2^exponent, so dividing long integers rounds it without an error.
// Multiplying by a power of ten in doubles would turn 2.675 into 267.5 and give 2.68.
double round_real(double number, std::int64_t digits, Budget& budget) {
  constexpr std::int64_t most_decimals = 323;  // the decimals of all doubles end before this
  if (!std::isfinite(number) || number == 0 || digits > most_decimals) return number;
  if (digits < -308) return std::copysign(0.0, number);
  budget.step(64);
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  // number = mantissa * 2^exponent
  BigInt mantissa(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
  exponent -= 53;
  const BigInt scale = BigInt(10).power(static_cast<std::uint64_t>(digits < 0 ? -digits : digits));
  BigInt dividend = digits < 0 ? mantissa : mantissa * scale;
  BigInt divisor = digits < 0 ? scale : BigInt(1);
  if (exponent > 0) dividend = dividend.shift_left(static_cast<std::uint64_t>(exponent));
  if (exponent < 0) divisor = divisor.shift_left(static_cast<std::uint64_t>(-exponent));
  const BigInt quotient = rounded_quotient(dividend, divisor);
  const auto result = digits < 0 ? (quotient * scale).to_double() : BigInt::true_quotient(quotient, scale);
  if (!result) python_fail("overflow-error", "rounded value too large to represent");
  return std::copysign(*result, number);
}

}  // namespace

std::string python_type_name(const Value& value) {
  switch (value.kind()) {
    case Kind::undefined: return "Undefined";
    case Kind::null: return "NoneType";
    case Kind::boolean: return "bool";
    case Kind::integer: return "int";
    case Kind::real: return "float";
    case Kind::string: return "str";
    case Kind::bytes: return "bytes";
    case Kind::list: return "list";
    case Kind::tuple: return "tuple";
    case Kind::set: return "set";
    case Kind::map: return "dict";
    case Kind::object: return std::string(value.as_object().type_name());
  }
  return {};
}

// In the order of PythonOperator.
std::string_view python_operator_text(PythonOperator operation) {
  constexpr std::array<std::string_view, 12> texts = {"+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"};
  return texts[static_cast<std::size_t>(operation)];
}

// The common case, two short integers, is decided before any check of types. `&`, `|` and `^` of two booleans give a
// boolean, everything else with booleans an integer: True + True is 2.
Value python_calculate(PythonOperator operation, const Value& left, const Value& right, Budget& budget) {
  if (left.kind() == Kind::integer && right.kind() == Kind::integer) {
    if (auto result = calculate_short(operation, left.as_integer(), right.as_integer())) return *result;
  }
  const bool has_real = is_real(left) || is_real(right);
  if (!is_python_number(left) || !is_python_number(right) || (has_real && operation >= PythonOperator::bit_and)) {
    std::string name(python_operator_text(operation));
    if (operation == PythonOperator::power) name += " or pow()";
    python_fail("type-error", "unsupported operand type(s) for " + name + ": '" + python_type_name(left) + "' and '" +
                                  python_type_name(right) + "'");
  }
  const Value a = without_boolean(left);
  const Value b = without_boolean(right);
  if (has_real) return calculate_reals(operation, to_double(a), to_double(b));
  const bool is_boolean = left.kind() == Kind::boolean && right.kind() == Kind::boolean;
  if (is_boolean && operation >= PythonOperator::bit_and && operation <= PythonOperator::bit_xor) {
    return Value::boolean(calculate_short(operation, a.as_integer(), b.as_integer())->as_integer() != 0);
  }
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) {
    if (auto result = calculate_short(operation, a.as_integer(), b.as_integer())) return *result;
  }
  return calculate_long(operation, big_integer_of(a), big_integer_of(b), budget);
}

Value python_negate(const Value& value) {
  if (!is_python_number(value)) fail_unary("unary -", value);
  if (is_real(value)) return Value::real(-value.as_real());
  return integer_value(-big_integer_of(without_boolean(value)));
}

Value python_plus(const Value& value) {
  if (!is_python_number(value)) fail_unary("unary +", value);
  return without_boolean(value).with_origin(0);
}

Value python_invert(const Value& value) {
  if (!is_python_number(value) || is_real(value)) fail_unary("unary ~", value);
  return integer_value(-big_integer_of(without_boolean(value)) - BigInt(1));
}

Value python_absolute(const Value& value) {
  if (!is_python_number(value)) fail_unary("abs()", value);
  if (is_real(value)) return Value::real(std::fabs(value.as_real()));
  const BigInt number = big_integer_of(without_boolean(value));
  return integer_value(number.is_negative() ? -number : number);
}

Value python_int(const Value& value, Budget& budget) {
  if (value.is_string()) return python_int(value.as_string(), 10, budget);
  if (value.kind() == Kind::bytes) return python_int(value.as_bytes(), 10, budget);
  if (!is_python_number(value)) {
    python_fail("type-error", "int() argument must be a string, a bytes-like object or a real number, not '" +
                                  python_type_name(value) + "'");
  }
  if (!is_real(value)) return without_boolean(value).with_origin(0);
  const auto number = BigInt::from_double(value.as_real());
  if (number) return integer_value(*number);
  if (std::isnan(value.as_real())) python_fail("value-error", "cannot convert float NaN to integer");
  python_fail("overflow-error", "cannot convert float infinity to integer");
}

// With base 0, the prefix decides, and leading zeros are refused: int("010", 0) fails, int("010") is 10. A prefix must
// agree with the base: int("0x1F", 16) is 31. Converting n digits takes n² steps, which are charged before.
Value python_int(std::string_view text, std::int64_t base, Budget& budget) {
  if (base != 0 && (base < 2 || base > 36)) python_fail("value-error", "int() base must be >= 2 and <= 36, or 0");
  const auto fail_invalid = [&] {
    python_fail("value-error",
                "invalid literal for int() with base " + std::to_string(base) + ": " + python_quoted(text));
  };
  const auto plain = plain_digits(text, base != 10);
  if (!plain) fail_invalid();
  std::string_view digits = *plain;
  const bool is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) digits.remove_prefix(1);
  struct Prefix {
    char letter;
    unsigned base;
  };
  auto actual = static_cast<unsigned>(base);
  for (const Prefix prefix : {Prefix{'x', 16}, Prefix{'o', 8}, Prefix{'b', 2}}) {
    const bool is_written = digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == prefix.letter;
    if (!is_written || (base != 0 && actual != prefix.base)) continue;
    digits.remove_prefix(2);
    actual = prefix.base;
    break;
  }
  if (actual == 0) {
    const bool is_zero = digits.find_first_not_of('0') == std::string_view::npos;
    if (digits.starts_with('0') && !is_zero) fail_invalid();
    actual = 10;
  }
  const auto small = parse_digits(digits, actual, is_negative);
  if (small) return Value::integer(small.value);
  if (small.fault == NumberFault::not_a_number) fail_invalid();
  budget.step(1 + digits.size() * (digits.size() / 4096));
  const auto number = integer_value(digits, actual, is_negative);
  if (!number) throw LimitError(Limit::digits, BigInt::most_digits);
  return *number;
}

// A number beyond a double is infinite: float("1e999") is inf, not an error.
Value python_float(const Value& value) {
  if (is_python_number(value)) return Value::real(to_double(without_boolean(value)));
  if (!value.is_string() && value.kind() != Kind::bytes) {
    python_fail("type-error",
                "float() argument must be a string or a real number, not '" + python_type_name(value) + "'");
  }
  const std::string_view text = value.is_string() ? value.as_string() : value.as_bytes();
  if (const auto plain = plain_digits(text, false)) {
    const auto number = parse_real(*plain);
    if (number.fault != NumberFault::not_a_number) return Value::real(number.value);
    std::string_view word = *plain;
    const double sign = word.starts_with('-') ? -1.0 : 1.0;
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    const std::string lower = to_lower(word);
    const bool has_underscore = text.find('_') != std::string_view::npos;
    if (!has_underscore && (lower == "inf" || lower == "infinity")) {
      return Value::real(sign * std::numeric_limits<double>::infinity());
    }
    if (!has_underscore && lower == "nan") return Value::real(std::numeric_limits<double>::quiet_NaN());
  }
  python_fail("value-error", "could not convert string to float: " + python_quoted(text));
}

// Without digits the result is an integer, with digits a float: round(2.5) is 2, round(2.5, 0) is 2.0.
Value python_round(const Value& value, std::optional<std::int64_t> digits, Budget& budget) {
  if (!is_python_number(value)) {
    python_fail("type-error", "type " + python_type_name(value) + " doesn't define __round__ method");
  }
  if (!is_real(value)) return round_integer(big_integer_of(without_boolean(value)), digits.value_or(0), budget);
  if (digits) return Value::real(round_real(value.as_real(), *digits, budget));
  return python_int(Value::real(std::nearbyint(value.as_real())), budget);
}

}  // namespace evalground
