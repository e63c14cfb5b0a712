// Arithmetic. If one operand is a float, the operation uses floats. Integers wrap around at 64 bits.
#include <cmath>

#include "dialects/dcontroller/expression/call.hpp"
#include "dialects/dcontroller/operators/families.hpp"

namespace evalground::dcontroller {
namespace {

enum class Operation : std::uint8_t { add, subtract, multiply };

double calculate(Operation operation, double a, double b) {
  if (operation == Operation::add) return a + b;
  return operation == Operation::subtract ? a - b : a * b;
}

// Wraps around as in Go. In C++ an overflow is undefined for signed numbers and defined for unsigned ones.
std::int64_t calculate(Operation operation, std::int64_t a, std::int64_t b) {
  const auto left = static_cast<std::uint64_t>(a);
  const auto right = static_cast<std::uint64_t>(b);
  if (operation == Operation::add) return static_cast<std::int64_t>(left + right);
  return static_cast<std::int64_t>(operation == Operation::subtract ? left - right : left * right);
}

template <Operation operation>
Value calculate(Call& base) {
  OperatorCall& call = operator_call(base);
  const Numbers numbers = call.numbers(call.arguments());
  if (numbers.are_integers) return Value::integer(calculate(operation, numbers.integers[0], numbers.integers[1]));
  return Value::real(calculate(operation, numbers.reals[0], numbers.reals[1]));
}

// Plain division, with IEEE 754's result for a zero divisor.
double quotient(double a, double b) {
  if (b != 0) return a / b;
  if (a == 0 || std::isnan(a) || std::isnan(b)) return std::nan("");
  return std::signbit(a) == std::signbit(b) ? HUGE_VAL : -HUGE_VAL;
}

// Unlike the other operations it accepts each operand on its own: integers first become floats, so nothing wraps
// around.
Value divide(Call& base) {
  OperatorCall& call = operator_call(base);
  const List& items = call.arguments();
  for (const Value& item : items) {
    if (!real_of(item)) call.fail_needing("numbers", item);
  }
  // Try an integer before a float: "-0" is 0.
  const auto number = [](const Value& item) {
    const std::optional<std::int64_t> integer = integer_of(item);
    return integer ? static_cast<double>(*integer) : *real_of(item);
  };
  return Value::real(quotient(number(items[0]), number(items[1])));
}

template <double (*function)(double)>
Value round_number(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::optional<double> number = real_of(call.argument());
  if (!number) call.fail_needing("a number", call.argument());
  return Value::real(function(*number));
}

double absolute(double number) {
  return std::fabs(number);
}
double up(double number) {
  return std::ceil(number);
}
double down(double number) {
  return std::floor(number);
}

// One float in the list makes every number a float before the addition, so large integers lose digits.
Value sum(Call& base) {
  OperatorCall& call = operator_call(base);
  const Numbers numbers = call.numbers(call.collection());
  if (numbers.are_integers) {
    std::int64_t total = 0;
    for (const std::int64_t number : numbers.integers) total = calculate(Operation::add, total, number);
    return Value::integer(total);
  }
  double total = 0;
  for (const double number : numbers.reals) total += number;
  return Value::real(total);
}

template <class Items>
auto extreme(const Items& items, bool is_greatest) {
  auto found = items.front();
  for (const auto item : items) {
    if (is_greatest ? item > found : item < found) found = item;
  }
  return found;
}

template <bool is_greatest>
Value extreme_number(Call& base) {
  OperatorCall& call = operator_call(base);
  const List& items = call.collection();
  if (items.empty()) return Value::null();
  const Numbers numbers = call.numbers(items);
  if (numbers.are_integers) return Value::integer(extreme(numbers.integers, is_greatest));
  // If a number is NaN, so is the result, as in Go.
  for (const double number : numbers.reals) {
    if (std::isnan(number)) return Value::real(number);
  }
  return Value::real(extreme(numbers.reals, is_greatest));
}

Value as_integer(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::optional<std::int64_t> number = integer_of(call.argument());
  if (!number) call.fail_needing("an integer, or text that is one", call.argument());
  return Value::integer(*number);
}

Value as_float(Call& base) {
  OperatorCall& call = operator_call(base);
  const std::optional<double> number = real_of(call.argument());
  if (!number) call.fail_needing("a number, or text that is one", call.argument());
  return Value::real(*number);
}

// The size of the range is computed unsigned: from the least to the greatest integer it does not fit a signed one.
Value random_integer(Call& base) {
  OperatorCall& call = operator_call(base);
  const auto [least, end] = call.two_integers();
  if (least >= end) {
    call.fail("wrong-argument", "needs a first number below the second, not " + std::to_string(least) + " and " +
                                    std::to_string(end) + ".");
  }
  const std::uint64_t size = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(least);
  return Value::integer(static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + call.context.random.below(size)));
}

constexpr Example add_examples[] = {{R"({"@add": [1, 2]})", "", "3"}, {R"({"@add": ["1", 2.5]})", "", "3.5"}};
constexpr Example sub_examples[] = {
    {R"({"@sub": ["$.limit", "$.used"]})", "", "7", R"({"data": {"limit": 10, "used": 3}})"}};
constexpr Example mul_examples[] = {{R"({"@mul": [1.5, 2]})", "", "3.0"}};
constexpr Example div_examples[] = {{R"({"@div": [6, 4]})", "", "1.5"}};
constexpr Example abs_examples[] = {{R"({"@abs": -3})", "", "3.0"}};
constexpr Example ceil_examples[] = {{R"({"@ceil": 1.2})", "", "2.0"}};
constexpr Example floor_examples[] = {{R"({"@floor": -1.5})", "", "-2.0"}};
constexpr Example sum_examples[] = {{R"({"@sum": "$.grades"})", "", "185", R"({"data": {"grades": [95, 90]}})"},
                                    {R"({"@sum": []})", "", "0"}};
constexpr Example min_examples[] = {
    {R"({"@min": ["$.requested", "$.limit"]})", "", "15", R"({"data": {"requested": 20, "limit": 15}})"},
    {R"({"@min": []})", "", "null"}};
constexpr Example max_examples[] = {{R"({"@max": [1.5, 2]})", "", "2.0"}};
constexpr Example int_examples[] = {{R"({"@int": "42"})", "", "42"}, {R"({"@int": 1.5})", "", "error"}};
constexpr Example float_examples[] = {{R"({"@float": "1e3"})", "", "1000.0"}};
constexpr Example rnd_examples[] = {{R"({"@concat": ["10.0.0.", {"@rnd": [7, 8]}]})", "", R"("10.0.0.7")"}};

}  // namespace

std::span<const Function> number_operators() {
  static constexpr Function all[] = {
      {.kind = "operator",
       .signature = "@add(a: number, b: number) -> number",
       .summary = "The sum of two numbers.",
       .details = "Text that is a number counts as one. A float makes the result a float.",
       .examples = add_examples,
       .call = calculate<Operation::add>},
      {.kind = "operator",
       .signature = "@sub(a: number, b: number) -> number",
       .summary = "The first number less the second.",
       .examples = sub_examples,
       .call = calculate<Operation::subtract>},
      {.kind = "operator",
       .signature = "@mul(a: number, b: number) -> number",
       .summary = "The product of two numbers.",
       .examples = mul_examples,
       .call = calculate<Operation::multiply>},
      {.kind = "operator",
       .signature = "@div(a: number, b: number) -> float",
       .summary = "The first number divided by the second, always as a float.",
       .examples = div_examples,
       .call = divide},
      {.kind = "operator",
       .signature = "@abs(number: number) -> float",
       .summary = "A number without its sign, as a float.",
       .examples = abs_examples,
       .call = round_number<absolute>},
      {.kind = "operator",
       .signature = "@ceil(number: number) -> float",
       .summary = "A number rounded up, as a float.",
       .examples = ceil_examples,
       .call = round_number<up>},
      {.kind = "operator",
       .signature = "@floor(number: number) -> float",
       .summary = "A number rounded down, as a float.",
       .examples = floor_examples,
       .call = round_number<down>},
      {.kind = "operator",
       .signature = "@sum(numbers: list) -> number",
       .summary = "The sum of a list of numbers; 0 of an empty one.",
       .examples = sum_examples,
       .call = sum},
      {.kind = "operator",
       .signature = "@min(numbers: list) -> number",
       .summary = "The least of a list of numbers; null of an empty one.",
       .examples = min_examples,
       .call = extreme_number<false>},
      {.kind = "operator",
       .signature = "@max(numbers: list) -> number",
       .summary = "The greatest of a list of numbers; null of an empty one.",
       .examples = max_examples,
       .call = extreme_number<true>},
      {.kind = "operator",
       .signature = "@int(value: any) -> integer",
       .summary = "An integer, or a text that spells one; floats are refused.",
       .examples = int_examples,
       .call = as_integer},
      {.kind = "operator",
       .signature = "@float(value: any) -> float",
       .summary = "A number, or a text that spells one, as a float.",
       .examples = float_examples,
       .call = as_float},
      {.kind = "operator",
       .signature = "@rnd(least: integer, end: integer) -> integer",
       .summary = "A random integer from the first up to, not including, the second.",
       .details = "The seed of the workspace makes it repeatable.",
       .effects = Effects::random,
       .examples = rnd_examples,
       .call = random_integer},
  };
  return all;
}

}  // namespace evalground::dcontroller
