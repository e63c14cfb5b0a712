// Arithmetic of 2026. Integers wrap around at 64 bits. @add, @mul, @sum and @mod convert their arguments, the others
// take numbers only.
#include <cmath>
#include <limits>

#include "dialects/dcontroller/operators_2026/arguments.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"

namespace evalground::dcontroller {
namespace {

// The same operation on integers, which wraps around, and on floats.
struct Sum {
  static std::uint64_t of(std::uint64_t a, std::uint64_t b) { return a + b; }
  static double of(double a, double b) { return a + b; }
};
struct Difference2026 {
  static std::uint64_t of(std::uint64_t a, std::uint64_t b) { return a - b; }
  static double of(double a, double b) { return a - b; }
};
struct Product {
  static std::uint64_t of(std::uint64_t a, std::uint64_t b) { return a * b; }
  static double of(double a, double b) { return a * b; }
};

template <class Operation>
Value combined(std::int64_t a, std::int64_t b) {
  return Value::integer(
      static_cast<std::int64_t>(Operation::of(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b))));
}

bool is_int(const Value& value) {
  return value.kind() == Kind::integer;
}

// From the left, with integers until the first float. A single argument is given back unchanged, also a list.
template <class Operation>
Value fold(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto parts = call.written();
  if (parts.empty()) return Value::integer(0);
  Value total = call.evaluate(*parts.front());
  hint_of_list(call, total);
  for (const Expression* part : parts.subspan(1)) {
    const Value next = call.evaluate(*part);
    if (total.kind() == Kind::real || next.kind() == Kind::real) {
      const double left = float_of(call, total);
      total = Value::real(Operation::of(left, float_of(call, next)));
    } else {
      const std::int64_t left = int_of(call, total);
      total = combined<Operation>(left, int_of(call, next));
    }
  }
  return total;
}

// One float makes all numbers floats before the addition.
Value sum_of_all(Call& base) {
  OperatorCall& call = operator_call(base);
  const List values = values_of(call);
  bool has_float = false;
  for (const Value& value : values) has_float = has_float || value.kind() == Kind::real;
  if (has_float) {
    double total = 0;
    for (const Value& value : values) total += float_of(call, value);
    return Value::real(total);
  }
  Value total = Value::integer(0);
  for (const Value& value : values) total = combined<Sum>(total.as_integer(), int_of(call, value));
  return total;
}

struct TwoNumbers {
  Value a;
  Value b;
  bool are_integers() const { return is_int(a) && is_int(b); }
};

TwoNumbers two_numbers(OperatorCall& call) {
  TwoNumbers numbers{value_at(call, 0), value_at(call, 1)};
  require_number(call, numbers.a);
  require_number(call, numbers.b);
  return numbers;
}

Value difference_of_two(Call& base) {
  const TwoNumbers numbers = two_numbers(operator_call(base));
  if (numbers.are_integers()) return combined<Difference2026>(numbers.a.as_integer(), numbers.b.as_integer());
  return Value::real(Difference2026::of(numbers.a.as_real(), numbers.b.as_real()));
}

[[noreturn]] void fail_by_zero(const OperatorCall& call) {
  call.fail("division-by-zero", "cannot divide by zero.");
}

// The least integer divided by -1 does not fit, and wraps around to itself.
Value integer_quotient(std::int64_t a, std::int64_t b) {
  return b == -1 ? combined<Difference2026>(0, a) : Value::integer(a / b);
}

// Integers divide toward zero. The controller turns integers into floats in copies, and then divides exactly.
Value quotient_of_two(Call& base) {
  OperatorCall& call = operator_call(base);
  const TwoNumbers numbers = two_numbers(call);
  if (numbers.b.as_real() == 0) fail_by_zero(call);
  if (numbers.are_integers()) return integer_quotient(numbers.a.as_integer(), numbers.b.as_integer());
  return Value::real(numbers.a.as_real() / numbers.b.as_real());
}

// The rest has the sign of the left number.
Value rest_of_division(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value left = value_at(call, 0);
  const Value right = value_at(call, 1);
  const std::int64_t a = int_of(call, left);
  const std::int64_t b = int_of(call, right);
  if (b == 0) fail_by_zero(call);
  return Value::integer(b == -1 ? 0 : a % b);
}

Value negative(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value& value = call.argument();
  if (is_int(value)) return combined<Difference2026>(0, value.as_integer());
  return Value::real(-float_of(call, value));
}

Value without_sign(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value& value = call.argument();
  if (is_int(value)) return value.as_integer() < 0 ? combined<Difference2026>(0, value.as_integer()) : value;
  return Value::real(std::fabs(float_of(call, value)));
}

template <double (*function)(double)>
Value rounded(Call& base) {
  OperatorCall& call = operator_call(base);
  return Value::integer(*to_int(Value::real(function(float_of(call, call.argument())))));
}

double to_floor(double number) {
  return std::floor(number);
}
double to_ceiling(double number) {
  return std::ceil(number);
}

// The first of equal numbers; a NaN that is not the first is never taken.
template <bool is_greatest>
Value extreme_of_all(Call& base) {
  OperatorCall& call = operator_call(base);
  const List values = values_of(call);
  if (values.empty()) call.fail("wrong-argument", "needs at least one number.");
  bool are_integers = true;
  for (const Value& value : values) {
    require_number(call, value);
    are_integers = are_integers && is_int(value);
  }
  const Value* found = &values.front();
  for (const Value& value : values) {
    const Value& less = is_greatest ? *found : value;
    const Value& greater = is_greatest ? value : *found;
    const bool is_better = are_integers ? less.as_integer() < greater.as_integer() : less.as_real() < greater.as_real();
    if (is_better) found = &value;
  }
  return are_integers ? *found : Value::real(found->as_real());
}

Value to_integer(Call& base) {
  OperatorCall& call = operator_call(base);
  return Value::integer(int_of(call, call.argument()));
}

Value to_real(Call& base) {
  OperatorCall& call = operator_call(base);
  return Value::real(float_of(call, call.argument()));
}

// Both ends are included. The size of the range is computed unsigned; it is 0 for all integers together.
Value random_number(Call& base) {
  OperatorCall& call = operator_call(base);
  const Value least = value_at(call, 0);
  const Value most = value_at(call, 1);
  const bool are_integers = is_int(least) && is_int(most);
  const bool is_empty =
      are_integers ? least.as_integer() > most.as_integer() : float_of(call, least) > float_of(call, most);
  if (is_empty) {
    call.fail("wrong-argument", "needs a first number that is not above the second, not " + short_text(least, 60) +
                                    " and " + short_text(most, 60) + ".");
  }
  if (!are_integers) {
    constexpr std::uint64_t parts = std::uint64_t{1} << 53U;
    const double part = static_cast<double>(call.context.random.below(parts)) / static_cast<double>(parts);
    const double from = float_of(call, least);
    return Value::real(from + part * (float_of(call, most) - from));
  }
  const auto from = static_cast<std::uint64_t>(least.as_integer());
  const std::uint64_t beyond = static_cast<std::uint64_t>(most.as_integer()) - from;
  const bool is_whole = beyond == std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t offset = call.context.random.below(is_whole ? beyond : beyond + 1);
  return Value::integer(static_cast<std::int64_t>(from + offset));
}

constexpr Example add_2026[] = {
    {R"({"@add": [1, 2, 3]})", "", "6", in_2026},
    {R"({"@add": ["5", 1]})", "", "6", in_2026},
    {R"({"@add": "$.xs"})", "", "[1, 2]", R"({"options": {"reference": "2026"}, "data": {"xs": [1, 2]}})"}};
constexpr Example sub_2026[] = {{R"({"@sub": [5, 1.5]})", "", "3.5", in_2026},
                                {R"({"@sub": ["5", 1]})", "", "error", in_2026}};
constexpr Example mul_2026[] = {{R"({"@mul": [2, 3, 4]})", "", "24", in_2026}};
constexpr Example div_2026[] = {{R"({"@div": [7, 2]})", "", "3", in_2026},
                                {R"({"@div": [7, {"@float": 2}]})", "", "3.5", in_2026},
                                {R"({"@div": [1, 0]})", "", "error", in_2026}};
constexpr Example mod_2026[] = {{R"({"@mod": [-7, 3]})", "", "-1", in_2026}};
constexpr Example neg_2026[] = {{R"({"@neg": [5]})", "", "-5", in_2026}, {R"({"@neg": 5})", "", "-5.0", in_2026}};
constexpr Example abs_2026[] = {{R"({"@abs": [-3]})", "", "3", in_2026}};
constexpr Example ceil_2026[] = {{R"({"@ceil": 1.2})", "", "2", in_2026}};
constexpr Example floor_2026[] = {{R"({"@floor": -1.5})", "", "-2", in_2026}};
constexpr Example sum_2026[] = {{R"({"@sum": [1, 2, 0.5]})", "", "3.5", in_2026}};
constexpr Example min_2026[] = {{R"({"@min": [3, 1.5]})", "", "1.5", in_2026},
                                {R"({"@min": []})", "", "error", in_2026}};
constexpr Example max_2026[] = {{R"({"@max": [3, 1]})", "", "3", in_2026}};
constexpr Example int_2026[] = {{R"({"@int": -7.9})", "", "-7", in_2026}, {R"({"@int": "7.5"})", "", "error", in_2026}};
constexpr Example float_2026[] = {{R"({"@float": "1e3"})", "", "1000.0", in_2026}};
constexpr Example rnd_2026[] = {{R"({"@rnd": [5, 5]})", "", "5", in_2026}};

}  // namespace

std::span<const Function> number_operators_2026() {
  static constexpr Function all[] = {
      {.kind = operator_2026,
       .signature = "@add(*numbers: any) -> number",
       .summary = "The sum of numbers, from the left: integers until the first float.",
       .details = "A single argument is given back unchanged. The list at a path is such an argument.",
       .examples = add_2026,
       .call = fold<Sum>},
      {.kind = operator_2026,
       .signature = "@sub(a: number, b: number) -> number",
       .summary = "The first number less the second. Texts are not converted.",
       .examples = sub_2026,
       .call = difference_of_two},
      {.kind = operator_2026,
       .signature = "@mul(*numbers: any) -> number",
       .summary = "The product of numbers, from the left: integers until the first float.",
       .examples = mul_2026,
       .call = fold<Product>},
      {.kind = operator_2026,
       .signature = "@div(a: number, b: number) -> number",
       .summary = "The first number divided by the second. Two integers divide toward zero.",
       .details = "Copies by `$.` and numbers directly behind an operator are floats. Division by zero is an error.",
       .examples = div_2026,
       .call = quotient_of_two},
      {.kind = operator_2026,
       .signature = "@mod(a: any, b: any) -> integer",
       .summary = "The rest of the division of two integers, with the sign of the first.",
       .since = "2026",
       .examples = mod_2026,
       .call = rest_of_division},
      {.kind = operator_2026,
       .signature = "@neg(number: any) -> number",
       .summary = "The number with the opposite sign.",
       .since = "2026",
       .examples = neg_2026,
       .call = negative},
      {.kind = operator_2026,
       .signature = "@abs(number: any) -> number",
       .summary = "A number without its sign.",
       .examples = abs_2026,
       .call = without_sign},
      {.kind = operator_2026,
       .signature = "@ceil(number: any) -> integer",
       .summary = "A number rounded up, as an integer.",
       .examples = ceil_2026,
       .call = rounded<to_ceiling>},
      {.kind = operator_2026,
       .signature = "@floor(number: any) -> integer",
       .summary = "A number rounded down, as an integer.",
       .examples = floor_2026,
       .call = rounded<to_floor>},
      {.kind = operator_2026,
       .signature = "@sum(*numbers: any) -> number",
       .summary = "The sum of numbers. One float makes all of them floats.",
       .details = "The list at a path is not spread.",
       .examples = sum_2026,
       .call = sum_of_all},
      {.kind = operator_2026,
       .signature = "@min(*numbers: number) -> number",
       .summary = "The least of some numbers; a float if one of them is.",
       .examples = min_2026,
       .call = extreme_of_all<false>},
      {.kind = operator_2026,
       .signature = "@max(*numbers: number) -> number",
       .summary = "The greatest of some numbers; a float if one of them is.",
       .examples = max_2026,
       .call = extreme_of_all<true>},
      {.kind = operator_2026,
       .signature = "@int(value: scalar) -> integer",
       .summary = "A boolean, number or text as an integer. Floats are cut off.",
       .examples = int_2026,
       .call = to_integer},
      {.kind = operator_2026,
       .signature = "@float(value: scalar) -> float",
       .summary = "A boolean, number or text as a float.",
       .examples = float_2026,
       .call = to_real},
      {.kind = operator_2026,
       .signature = "@rnd(least: number, most: number) -> number",
       .summary = "A random number from the first to the second, both included.",
       .details = "It is an integer if both are. The seed of the workspace makes it repeatable.",
       .effects = Effects::random,
       .examples = rnd_2026,
       .call = random_number},
  };
  return all;
}

}  // namespace evalground::dcontroller
