// Numbers: conversion, rounding, bits, minimum and maximum, random numbers (yaql/standard_library/math.py).
//
// Integers have no limit. Small ones are handled with 64 bits, larger ones by BigInt, and the functions of
// value/python_number.hpp choose between them.

#include <algorithm>
#include <cmath>

#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"
#include "value/big_integer.hpp"
#include "value/python_number.hpp"

namespace evalground::yaql {
namespace math_family {
namespace {

Value absolute(Call& call) {
  return python_absolute(arguments_of(call)[0]);
}

// `int(null)` -> 0, `int('5')` -> 5, `int(2.9)` -> 2.
Value to_integer(Call& call) {
  const Value& value = arguments_of(call)[0];
  if (value.is_null()) return Value::integer(0);
  if (!value.is_string() && !is_python_number(value)) {
    throw Error("wrong-argument", "A " + std::string(kind_name(value.kind())) + " cannot become an integer.");
  }
  return recover([&] { return python_int(value, call.context.budget); },
                 [&](const Error&) -> Value { throw Error("value-error", short_text(value, 60) + " is no integer."); });
}

Value to_float(Call& call) {
  const Value& value = arguments_of(call)[0];
  if (value.is_null()) return Value::real(0);
  return recover([&] { return python_float(value); },
                 [&](const Error&) -> Value { throw Error("value-error", short_text(value, 60) + " is no number."); });
}

// Without a modulus by Python's rules, where a negative exponent gives a float. With a modulus as Python's pow(a, b,
// m), in steps whose number is the size of the exponent in bits.
Value power(Call& call) {
  Arguments& arguments = arguments_of(call);
  Budget& budget = arguments.budget();
  const Value& base = arguments[0];
  const Value& exponent = arguments[1];
  if (arguments[2].is_null()) {
    if (base.is_number() && base.as_real() == 0 && exponent.is_number() && exponent.as_real() < 0) {
      throw Error("zero-division", "Zero has no negative power.");
    }
    return python_calculate(PythonOperator::power, base, exponent, budget);
  }
  if (!is_integer(base) || !is_integer(exponent) || !is_integer(arguments[2])) {
    throw Error("wrong-argument", "A power with a modulus takes integers only.");
  }
  BigInt modulus = big_integer_of(arguments[2]);
  if (modulus.is_zero()) throw Error("zero-division", "The modulus of a power must not be zero.");
  const auto reduced = [&](const BigInt& number) { return BigInt::divide(number, modulus)->second; };
  BigInt factor = reduced(big_integer_of(base));
  BigInt left = big_integer_of(exponent);
  if (left.is_negative()) {
    // A negative exponent needs the inverse of the base, from the extended Euclidean algorithm. Invariant, modulo
    // `modulus`: factor * x = a and factor * y = b.
    BigInt a = factor;
    BigInt b = modulus;
    BigInt x = 1;
    BigInt y = 0;
    while (!b.is_zero()) {
      budget.step();
      const auto [quotient, rest] = *BigInt::divide(a, b);
      a = std::exchange(b, rest);
      x = std::exchange(y, x - quotient * y);
    }
    if (!(a == BigInt(1)) && !(a == BigInt(-1))) {
      throw Error("value-error", "The base has no inverse for the given modulus.");
    }
    factor = reduced(a == BigInt(-1) ? -x : x);
    left = -left;
  }
  // Squares and multiplies. Invariant, modulo `modulus`: result * factor^left is the power.
  BigInt result = reduced(BigInt(1));
  while (!left.is_zero()) {
    budget.step(1 + modulus.bit_length() / 64);
    if (!(left & BigInt(1)).is_zero()) result = reduced(result * factor);
    factor = reduced(factor * factor);
    left = left.shift_right(1);
  }
  return integer_value(result);
}

// A large integer is never zero.
Value sign(Call& call) {
  const Value& number = arguments_of(call)[0];
  if (!number.is_number()) return Value::integer(big_integer_of(number).is_negative() ? -1 : 1);
  const double real = number.as_real();
  return Value::integer(real > 0 ? 1 : real < 0 ? -1 : 0);
}

Value round_number(Call& call) {
  Arguments& arguments = arguments_of(call);
  return python_round(arguments[0], arguments.integer(1), arguments.budget());
}

// The first argument wins if both are equal. That matters for 1 and 1.0.
Value larger(Call& call) {
  Arguments& arguments = arguments_of(call);
  return arguments.evaluator.compare(Operator::greater, arguments[1], arguments[0]) ? arguments[1] : arguments[0];
}

Value smaller(Call& call) {
  Arguments& arguments = arguments_of(call);
  return arguments.evaluator.compare(Operator::greater, arguments[1], arguments[0]) ? arguments[0] : arguments[1];
}

// A negative shift is refused here with a message of its own.
template <PythonOperator operation>
Value calculate_bits(Call& call) {
  Arguments& arguments = arguments_of(call);
  if ((operation == PythonOperator::shift_left || operation == PythonOperator::shift_right) &&
      arguments.integer(1) < 0) {
    throw Error("value-error",
                "Bits can be shifted by zero or more places, not by " + std::to_string(arguments.integer(1)) + ".");
  }
  Value result = python_calculate(operation, arguments[0], arguments[1], arguments.budget());
  // In Python `True & False` is a boolean. yaql converts the result to a number.
  return result.kind() == Kind::boolean ? Value::integer(result.as_boolean() ? 1 : 0) : result;
}

Value invert(Call& call) {
  return python_invert(arguments_of(call)[0]);
}

// `hex(-255)` -> "-0xff": the sign stands before the prefix.
Value to_hex(Call& call) {
  const Value& number = arguments_of(call)[0];
  if (!is_integer(number)) {
    throw Error("wrong-argument", "A " + std::string(kind_name(number.kind())) + " has no hexadecimal form.");
  }
  const BigInt integer = big_integer_of(number);
  const std::string digits = (integer.is_negative() ? -integer : integer).text(16);
  return Value::string((integer.is_negative() ? "-0x" : "0x") + digits);
}

Value random_unit(Call& call) {
  return Value::real(call.context.random.unit());
}

// Python accepts anything equal to an integer: 2.0 and true.
BigInt random_bound(const Value& bound) {
  if (bound.kind() == Kind::boolean) return {bound.as_boolean() ? 1 : 0};
  if (bound.kind() == Kind::real && std::trunc(bound.as_real()) == bound.as_real()) {
    if (const std::optional<BigInt> whole = BigInt::from_double(bound.as_real())) return *whole;
  }
  if (!is_integer(bound)) throw Error("wrong-argument", "The bounds of `random` must be integers.");
  return big_integer_of(bound);
}

// A random number below a limit that exceeds 64 bits. It is put together from words of 32 bits, the lowest first, and
// drawn again until it is below the limit.
BigInt large_random_number(const BigInt& limit, Context& context) {
  for (;;) {
    BigInt number;
    const std::size_t bits = limit.bit_length();
    for (std::size_t shift = 0; shift < bits; shift += 32) {
      context.budget.step();
      const auto count = static_cast<unsigned>(std::min<std::size_t>(bits - shift, 32));
      number = number + BigInt(static_cast<std::int64_t>(context.random.bits(count))).shift_left(shift);
    }
    if (BigInt::compare(number, limit) < 0) return number;
  }
}

// Both bounds belong to the range. The numbers come from the run's seed, so a run can be repeated.
Value random_between(Call& call) {
  Arguments& arguments = arguments_of(call);
  const BigInt from = random_bound(arguments[0]);
  const BigInt to = random_bound(arguments[1]);
  const BigInt count = to - from + 1;
  if (count.is_negative() || count.is_zero()) {
    throw Error("value-error", "The range from " + from.text() + " to " + to.text() + " is empty.");
  }
  const std::optional<std::int64_t> small = count.to_int64();
  return integer_value(
      from + (small ? BigInt(static_cast<std::int64_t>(call.context.random.below(static_cast<std::uint64_t>(*small))))
                    : large_random_number(count, call.context)));
}

Value is_whole(Call& call) {
  return Value::boolean(is_integer(arguments_of(call)[0]));
}

Value is_number(Call& call) {
  const Value& value = arguments_of(call)[0];
  return Value::boolean(value.is_number() || is_integer(value));
}

constexpr Example abs_examples[] = {{"abs(-2.5)", "", "2.5"}};
constexpr Example int_examples[] = {{"int(' 42 ')", "", "42"}, {"int(-3.9)", "", "-3"}, {"int(null)", "", "0"}};
constexpr Example float_examples[] = {{"float('1e3')", "", "1000.0"}};
constexpr Example pow_examples[] = {{"pow(2, 10)", "", "1024"}, {"pow(2, 10, 1000)", "", "24"}};
constexpr Example sign_examples[] = {{"sign(-7)", "", "-1"}};
constexpr Example round_examples[] = {{"round(12.52, 1)", "", "12.5"}, {"round(2.5)", "", "2.0"}};
constexpr Example max_examples[] = {{"max(8, 2)", "", "8"}, {"max(null, 1)", "", "1"}};
constexpr Example min_examples[] = {{"min('a', 'b')", "", R"("a")"}};
constexpr Example and_examples[] = {{"bitwiseAnd(6, 12)", "", "4"}};
constexpr Example or_examples[] = {{"bitwiseOr(6, 12)", "", "14"}};
constexpr Example xor_examples[] = {{"bitwiseXor(6, 12)", "", "10"}};
constexpr Example not_examples[] = {{"bitwiseNot(6)", "", "-7"}};
constexpr Example left_examples[] = {{"shiftBitsLeft(1, 10)", "", "1024"}};
constexpr Example right_examples[] = {{"shiftBitsRight(-8, 1)", "", "-4"}};
constexpr Example hex_examples[] = {{"hex(255)", "", R"("0xff")"}};
constexpr Example random_examples[] = {{"random() < 1", "", "true"}};
constexpr Example between_examples[] = {{"random(1, 6) in range(1, 7)", "", "true"}};
constexpr Example is_integer_examples[] = {{"isInteger(1)", "", "true"}, {"isInteger(1.0)", "", "false"}};
constexpr Example is_number_examples[] = {{"isNumber(1.5)", "", "true"}, {"isNumber(true)", "", "false"}};

}  // namespace
}  // namespace math_family

std::span<const Function> math_functions() {
  using namespace math_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "abs(op: number) -> number",
       .summary = "The number without its sign.",
       .examples = abs_examples,
       .call = absolute},
      {.kind = "function",
       .signature = "int(value: any) -> integer",
       .summary = "The value as an integer: of a number without its fraction, of text its decimal digits, of null 0.",
       .examples = int_examples,
       .call = to_integer},
      {.kind = "function",
       .signature = "float(value: any) -> number",
       .summary = "The value as a floating point number; of null 0.0.",
       .examples = float_examples,
       .call = to_float},
      {.kind = "function",
       .signature = "pow(a: number, b: number, c: number = null) -> number",
       .summary = "a to the power of b; with c the remainder of its division by c, for integers only.",
       .examples = pow_examples,
       .call = power},
      {.kind = "function",
       .signature = "sign(num: number) -> integer",
       .summary = "-1, 0 or 1 for a negative number, zero or a positive one.",
       .examples = sign_examples,
       .call = sign},
      {.kind = "function",
       .signature = "round(number: number, ndigits: integer = 0) -> number",
       .summary = "The number rounded to that many decimal places, halves to the even digit.",
       .details = "Integers stay integers, floats stay floats. Negative places round to tens, hundreds and so on.",
       .examples = round_examples,
       .call = round_number},
      {.kind = "function",
       .signature = "max(a: any, b: any) -> any",
       .summary = "The larger of two values; a where they are equal.",
       .examples = max_examples,
       .call = larger},
      {.kind = "function",
       .signature = "min(a: any, b: any) -> any",
       .summary = "The smaller of two values; b where they are equal.",
       .examples = min_examples,
       .call = smaller},
      {.kind = "function",
       .signature = "bitwiseAnd(left: integer, right: integer) -> integer",
       .summary = "The bits that both numbers have.",
       .examples = and_examples,
       .call = calculate_bits<PythonOperator::bit_and>},
      {.kind = "function",
       .signature = "bitwiseOr(left: integer, right: integer) -> integer",
       .summary = "The bits that either number has.",
       .examples = or_examples,
       .call = calculate_bits<PythonOperator::bit_or>},
      {.kind = "function",
       .signature = "bitwiseXor(left: integer, right: integer) -> integer",
       .summary = "The bits in which the numbers differ.",
       .examples = xor_examples,
       .call = calculate_bits<PythonOperator::bit_xor>},
      {.kind = "function",
       .signature = "bitwiseNot(arg: integer) -> integer",
       .summary = "The number with every bit inverted: -1 - arg.",
       .examples = not_examples,
       .call = invert},
      {.kind = "function",
       .signature = "shiftBitsLeft(value: integer, bitsNumber: integer) -> integer",
       .summary = "The bits moved to the left by that many places.",
       .examples = left_examples,
       .call = calculate_bits<PythonOperator::shift_left>},
      {.kind = "function",
       .signature = "shiftBitsRight(value: integer, bitsNumber: integer) -> integer",
       .summary = "The bits moved to the right by that many places; the sign stays.",
       .examples = right_examples,
       .call = calculate_bits<PythonOperator::shift_right>},
      {.kind = "function",
       .signature = "hex(num: number?) -> string",
       .summary = "The integer in hexadecimal digits.",
       .examples = hex_examples,
       .call = to_hex},
      {.kind = "function",
       .signature = "random() -> number",
       .summary = "A random number from 0 up to, not including, 1; the same for the same seed of the workspace.",
       .effects = Effects::random,
       .examples = random_examples,
       .call = random_unit},
      {.kind = "function",
       .signature = "random(from: any, to: any) -> integer",
       .summary = "A random integer between two others, both included.",
       .effects = Effects::random,
       .examples = between_examples,
       .call = random_between},
      {.kind = "function",
       .signature = "isInteger(value: any) -> boolean",
       .summary = "Whether the value is an integer; a boolean is not.",
       .examples = is_integer_examples,
       .call = is_whole},
      {.kind = "function",
       .signature = "isNumber(value: any) -> boolean",
       .summary = "Whether the value is an integer or a float; booleans are neither.",
       .examples = is_number_examples,
       .call = is_number},
  };
  return all;
}

}  // namespace evalground::yaql
