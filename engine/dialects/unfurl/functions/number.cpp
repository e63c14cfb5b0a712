// Arithmetic, on numbers and on scalars with a unit.
//
// The rules are Python's: integers stay integers where Python keeps them, floor division and modulo round down,
// booleans count as 0 and 1, and `+` and `*` also work on texts and lists. Unlike in Python, integers have 64 bits, and
// an overflow is an Error. One scalar among the operands makes the result a scalar: 1 GB + 500 MB is 1.5 GB.
#include "base/text/number.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/scalar.hpp"

namespace evalground::unfurl {
namespace {

enum class Operation : std::uint8_t { add, subtract, multiply, power, divide, floor_divide, modulo };

bool is_numeric(const Value& value) {
  return value.is_number() || value.kind() == Kind::boolean;
}
bool is_whole(const Value& value) {
  return value.kind() == Kind::integer || value.kind() == Kind::boolean;
}

// Booleans count as 0 and 1, as in Python.
std::int64_t whole(const Value& value) {
  return value.kind() == Kind::boolean ? std::int64_t{value.as_boolean()} : value.as_integer();
}
double real(const Value& value) {
  return is_whole(value) ? static_cast<double>(whole(value)) : value.as_real();
}

[[noreturn]] void divided_by_zero(const Call& call) {
  call.context.fail(call.where, "division-by-zero",
                    "The function " + quote(call.signature().name) + " divides by zero.");
}

[[noreturn]] void out_of_range(const Call& call) {
  call.context.fail(call.where, "number-out-of-range",
                    "The result of the function " + quote(call.signature().name) + " is too large a number.");
}

Value integer_or_fail(const Call& call, std::optional<std::int64_t> result) {
  if (!result) out_of_range(call);
  return Value::integer(*result);
}

// Python's a % b for floats: the result has the sign of b.
double real_modulo(double a, double b) {
  const double remainder = std::fmod(a, b);
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

// What Python raises is an Error: a division by zero, 0 to a negative power, a result beyond a float. A float that was
// already infinite or NaN passes through.
double real_result(const Call& call, Operation operation, double a, double b) {
  const bool divides = operation == Operation::divide || operation == Operation::floor_divide ||
                       operation == Operation::modulo || (operation == Operation::power && a == 0 && b < 0);
  if (divides && (b == 0 || operation == Operation::power)) divided_by_zero(call);
  switch (operation) {
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::floor_divide: return std::nearbyint((a - real_modulo(a, b)) / b);
    case Operation::modulo: return real_modulo(a, b);
    case Operation::power: break;
  }
  const double result = std::pow(a, b);
  if (a < 0 && std::isnan(result)) {
    call.context.fail(call.where, "not-a-real-number", "A negative number to a fractional power is not a real number.");
  }
  if (std::isfinite(a) && std::isfinite(b) && !std::isfinite(result)) out_of_range(call);
  return result;
}

// `/` and negative powers leave the integers, as in Python: {div: [6, 3]} is 2.0, {pow: [2, -1]} is 0.5.
Value integer_result(const Call& call, Operation operation, std::int64_t a, std::int64_t b) {
  switch (operation) {
    case Operation::add: return integer_or_fail(call, checked_add(a, b));
    case Operation::subtract: return integer_or_fail(call, checked_subtract(a, b));
    case Operation::multiply: return integer_or_fail(call, checked_multiply(a, b));
    case Operation::floor_divide:
      if (b == 0) divided_by_zero(call);
      return integer_or_fail(call, floor_divide(a, b));
    case Operation::modulo:
      if (b == 0) divided_by_zero(call);
      return integer_or_fail(call, floor_modulo(a, b));
    case Operation::power:
      if (b >= 0) return integer_or_fail(call, checked_power(a, b));
      break;
    case Operation::divide: break;
  }
  return Value::real(real_result(call, operation, static_cast<double>(a), static_cast<double>(b)));
}

[[noreturn]] void unlike(const Call& call, const Value& a, const Value& b) {
  const auto name = [](const Value& value) {
    const Scalar* scalar = object_cast<Scalar>(value);
    return scalar != nullptr ? "a scalar of " + std::string(dimension_name(scalar->unit().dimension))
                             : kind_text(value);
  };
  call.context.fail(
      call.where, "unlike-types",
      "The function " + quote(call.signature().name) + " cannot be applied to " + name(a) + " and " + name(b) + ".");
}

// The result has the unit of the first scalar. A bare number counts in the base unit.
Value scalar_result(const Call& call, Operation operation, const Value& a, const Value& b) {
  const Scalar* left = object_cast<Scalar>(a);
  const Scalar* right = object_cast<Scalar>(b);
  const bool are_alike = left == nullptr || right == nullptr || left->unit().dimension == right->unit().dimension;
  if (operation == Operation::power || !are_alike || (left == nullptr && !is_numeric(a)) ||
      (right == nullptr && !is_numeric(b))) {
    unlike(call, a, b);
  }
  const double result = real_result(call, operation, left != nullptr ? left->base() : real(a),
                                    right != nullptr ? right->base() : real(b));
  return Value::object(make_ref<Scalar>(result, (left != nullptr ? left : right)->unit()));
}

// Charged before each copy, so a huge factor fails at the limit before the memory is taken. A negative one gives "".
std::string repeated_text(const Call& call, std::string_view text, std::int64_t times) {
  std::string result;
  for (std::int64_t n = 0; n < times && !text.empty(); ++n) {
    call.context.budget.step(text.size());
    result += text;
  }
  return result;
}

List repeated_list(const Call& call, const List& items, std::int64_t times) {
  List result;
  for (std::int64_t n = 0; n < times && !items.empty(); ++n) {
    call.context.budget.step(items.size());
    result.insert(result.end(), items.begin(), items.end());
  }
  return result;
}

// Text and lists can be concatenated, and repeated by a number.
Value sequence_result(const Call& call, Operation operation, const Value& a, const Value& b) {
  if (operation == Operation::add && a.is_string() && b.is_string()) {
    return Value::string(std::string(a.as_string()).append(b.as_string()));
  }
  if (operation == Operation::add && a.is_list() && b.is_list()) {
    List items = a.as_list();
    items.insert(items.end(), b.as_list().begin(), b.as_list().end());
    return Value::list(std::move(items));
  }
  if (operation == Operation::multiply && is_whole(a) && !is_whole(b)) return sequence_result(call, operation, b, a);
  if (operation == Operation::multiply && is_whole(b)) {
    if (a.is_string()) return Value::string(repeated_text(call, a.as_string(), whole(b)));
    if (a.is_list()) return Value::list(repeated_list(call, a.as_list(), whole(b)));
  }
  unlike(call, a, b);
}

// The operands decide, in this order: a scalar, two integers, two numbers, a text or list.
template <Operation operation>
Value calculate(Call& call) {
  const List& values = call.list(0);
  if (values.size() != 2) wrong_form(call, 0, "a list of two values");
  const Value& a = values[0];
  const Value& b = values[1];
  if (object_cast<Scalar>(a) != nullptr || object_cast<Scalar>(b) != nullptr) {
    return scalar_result(call, operation, a, b);
  }
  if (is_whole(a) && is_whole(b)) return integer_result(call, operation, whole(a), whole(b));
  if (is_numeric(a) && is_numeric(b)) return Value::real(real_result(call, operation, real(a), real(b)));
  return sequence_result(call, operation, a, b);
}

Value make_scalar(Call& call) {
  if (object_cast<Scalar>(call[0]) != nullptr) return call[0];
  return call[0].is_string() ? parse_scalar(call[0].as_string()) : Value();
}

// A scalar is measured by its text, so its number is that of its unit: 1.5 for `1.5 GB`, and not 1.5e9.
std::optional<Measure> measure_of(const Value& value) {
  if (is_numeric(value)) return Measure{is_whole(value) ? Value::integer(whole(value)) : value, nullptr};
  if (const Scalar* scalar = object_cast<Scalar>(value)) return parse_measure(scalar->text());
  return value.is_string() ? parse_measure(value.as_string()) : std::nullopt;
}

// A rounded real as an integer.
Value as_integer(const Call& call, double number) {
  if (!(std::fabs(number) < 9.2e18)) out_of_range(call);
  return Value::integer(static_cast<std::int64_t>(number));
}

//   no rule          to an integer, half to even; a number below 1 is kept, so that 0.3 GB does not become 0
//   ceil, floor      to an integer
//   2                to two digits, as a float
Value rounded(const Call& call, const Value& number, const Value& rule) {
  if (rule.is_undefined() || rule.is_null()) {
    const bool is_small = std::fabs(number.as_real()) < 1;
    return is_small || number.kind() == Kind::integer ? number : as_integer(call, std::nearbyint(number.as_real()));
  }
  if (rule.is_string() && rule.as_string() == "ceil") return as_integer(call, std::ceil(number.as_real()));
  if (rule.is_string() && rule.as_string() == "floor") return as_integer(call, std::floor(number.as_real()));
  if (rule.kind() != Kind::integer) wrong_form(call, 2, "a number of digits, `ceil` or `floor`");
  return Value::real(round_to_digits(number.as_real(), rule.as_integer()));
}

// Called as a method in a template, the function gets all arguments in one list: scalar, unit, rounding.
Value scalar_value(Call& call) {
  const auto argument = [&](std::size_t index) {
    if (!call[0].is_list() || call[0].as_list().size() < 2) return call[index];
    return index < call[0].as_list().size() ? call[0].as_list()[index] : call[index];
  };
  const std::optional<Measure> measure = measure_of(argument(0));
  if (!measure) return Value();
  Value number = measure->number;
  const Value unit_name = argument(1);
  if (!unit_name.is_undefined() && !unit_name.is_null()) {
    if (!unit_name.is_string()) call.wrong(1, "a string");
    const Unit* unit = find_unit(unit_name.as_string());
    if (unit == nullptr) {
      call.context.fail_name(unit_name.origin() != 0 ? unit_name.origin() : call.where, "unknown-unit",
                             "Unknown unit " + quote(unit_name.as_string()) + ".", unit_name.as_string(),
                             nearest(unit_name.as_string(), unit_names()));
    }
    if (measure->unit != nullptr && measure->unit->dimension != unit->dimension) {
      call.context.fail(call.where, "unlike-types",
                        "A " + std::string(dimension_name(measure->unit->dimension)) + " cannot be given in " +
                            std::string(unit->name) + ", a unit of " + std::string(dimension_name(unit->dimension)) +
                            ".");
    }
    const double base = measure->unit != nullptr ? measure->unit->base : 1;
    number = Value::real(number.as_real() * base / unit->base);
  }
  return rounded(call, number, argument(2));
}

constexpr Example add_examples[] = {
    {"eval: {add: [1, 2]}", "", "3"},
    {"eval: {add: [foo, bar]}", "", R"("foobar")"},
    {"eval: {add: [{eval: {scalar: 1 GB}}, {eval: {scalar: 500 MB}}]}", "", R"({"eval": {"scalar": "1.5 GB"}})"}};
constexpr Example sub_examples[] = {{"eval: {sub: [5, 7]}", "", "-2"}};
constexpr Example mul_examples[] = {{"eval: {mul: [{eval: cores}, 2]}", "cores: 4", "8"},
                                    {"eval: {mul: [ab, 3]}", "", R"("ababab")"}};
constexpr Example div_examples[] = {{"eval: {div: [7, 2]}", "", "3.5"}, {"eval: {div: [6, 3]}", "", "2.0"}};
constexpr Example floordiv_examples[] = {{"eval: {floordiv: [-7, 2]}", "", "-4"}};
constexpr Example mod_examples[] = {{"eval: {mod: [-7, 3]}", "", "2"}};
constexpr Example pow_examples[] = {{"eval: {pow: [2, 10]}", "", "1024"}, {"eval: {pow: [2, -1]}", "", "0.5"}};
constexpr Example scalar_examples[] = {{"eval: {scalar: 5 mb}", "", R"({"eval": {"scalar": "5 MB"}})"},
                                       {"eval: {scalar: many}", "", "null"}};
constexpr Example scalar_value_examples[] = {{"eval: {scalar_value: 2 h, unit: m}", "", "120"},
                                             {"eval: {scalar_value: 6 mb, unit: gb, round: 2}", "", "0.01"},
                                             {"eval: {scalar_value: 1500 kB, unit: MB, round: ceil}", "", "2"}};

constexpr std::string_view truediv_aliases[] = {"truediv"};

}  // namespace

std::span<const Function> number_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "add(values: list) -> any",
       .summary = "Adds two numbers or scalars; joins two texts or two lists.",
       .examples = add_examples,
       .call = calculate<Operation::add>},
      {.kind = "function",
       .signature = "sub(values: list) -> any",
       .summary = "Subtracts the second of two numbers or scalars from the first.",
       .examples = sub_examples,
       .call = calculate<Operation::subtract>},
      {.kind = "function",
       .signature = "mul(values: list) -> any",
       .summary = "Multiplies two numbers; repeats text or a list.",
       .examples = mul_examples,
       .call = calculate<Operation::multiply>},
      {.kind = "function",
       .signature = "div(values: list) -> any",
       .summary = "Divides the first of two numbers by the second; the result is never an integer.",
       .aliases = truediv_aliases,
       .examples = div_examples,
       .call = calculate<Operation::divide>},
      {.kind = "function",
       .signature = "floordiv(values: list) -> any",
       .summary = "Divides and rounds down.",
       .examples = floordiv_examples,
       .call = calculate<Operation::floor_divide>},
      {.kind = "function",
       .signature = "mod(values: list) -> any",
       .summary = "The remainder of a division, with the sign of the divisor.",
       .examples = mod_examples,
       .call = calculate<Operation::modulo>},
      {.kind = "function",
       .signature = "pow(values: list) -> any",
       .summary = "Raises the first of two numbers to the power of the second.",
       .examples = pow_examples,
       .call = calculate<Operation::power>},
      {.kind = "function",
       .signature = "scalar(text: any) -> scalar",
       .summary = "Reads a number with a unit of size, time, frequency or bit rate.",
       .details =
           "Units are B, kB, KiB, MB, MiB, GB, GiB, TB, TiB; d, h, m, s, ms, us, ns; Hz, kHz, MHz, GHz; and bps, Kbps, "
           "Kibps and so on up to Tibps, in letters of any case. Null for what cannot be read. Scalars can be added, "
           "subtracted, multiplied, divided and compared; the result has the unit of the first.",
       .examples = scalar_examples,
       .call = make_scalar},
      {.kind = "function",
       .signature = "scalar_value(scalar: any, unit: string = null, round: any = null) -> number",
       .summary = "The number that a scalar is in a unit.",
       .details = "Without `unit`, in its own. `round` is a number of digits, `ceil` or `floor`; without it, what is 1 "
                  "or more is rounded to an integer, half to even. A bare number counts in the base unit (B, s, Hz, "
                  "bps). Null for a value that is not a scalar.",
       .examples = scalar_value_examples,
       .call = scalar_value},
  };
  return all;
}

}  // namespace evalground::unfurl
