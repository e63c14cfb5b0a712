// Filters of numbers.
// Filters of numbers (jinja2.filters: do_int, do_float, do_round, do_filesizeformat).
//
// Conversions that fail give a default instead of an error: 'n/a' | int -> 0. Only an undefined value and infinity
// fail.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/complex.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/operand.hpp"
#include "dialects/jinja2/runtime/operators.hpp"
#include "value/big_integer.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {
namespace filters_number_family {
namespace {

Value absolute(Call& base) {
  FunctionCall& call = function_call(base);
  require_operand(call.evaluator, call[0], "bad operand type for abs(): '", "'");
  if (const auto* complex = object_cast<Complex>(call[0])) return Value::real(std::abs(complex->number));
  if (!is_python_number(call[0])) {
    call.fail("bad operand type for abs(): '" + call.evaluator.type_name(call[0]) + "'", "type-error");
  }
  return python_absolute(call[0]);
}

// The value as a float; absent when it cannot be converted.
std::optional<Value> as_real(FunctionCall& call, const Value& value) {
  call.evaluator.require(value);
  return recover([&]() -> std::optional<Value> { return python_float(value); },
                 [](const Error&) { return std::nullopt; });
}

Value to_real(Call& base) {
  FunctionCall& call = function_call(base);
  if (const auto real = as_real(call, call[0])) return *real;
  return call[1];
}

// '42' | int -> 42, '0x1f' | int(base=16) -> 31, '42.7' | int -> 42. A text that is not an integer is read as a float,
// whose fraction is cut off.
Value to_integer(Call& base) {
  FunctionCall& call = function_call(base);
  const Value& value = call[0];
  call.evaluator.require(value);
  if (value.kind() == Kind::real && std::isinf(value.as_real())) {
    call.fail("cannot convert float infinity to integer", "overflow-error");
  }
  const auto whole = recover(
      [&]() -> std::optional<Value> {
        if (value.is_string()) return python_int(value.as_string(), call.number(2), call.context.budget);
        return python_int(value, call.context.budget);
      },
      [](const Error&) { return std::optional<Value>(); });
  if (whole) return *whole;
  const auto real = as_real(call, value);
  const auto rounded = recover(
      [&]() -> std::optional<Value> {
        return real ? std::optional(python_int(*real, call.context.budget)) : std::nullopt;
      },
      [](const Error&) { return std::optional<Value>(); });
  if (rounded) return *rounded;
  return call[1];
}

// The digits argument of round(), clipped: beyond 64 bits all decimals are kept, or none.
std::int64_t round_digits(const FunctionCall& call) {
  const Value& digits = call[1];
  if (!is_integer(digits) || digits.kind() == Kind::integer) return call.number(1);
  constexpr std::int64_t more_than_any = std::int64_t{1} << 62U;
  return big_integer_of(digits).is_negative() ? -more_than_any : more_than_any;
}

// 42.55 | round(1) -> 42.5. `common` is Python's round(), with halves to even. `ceil` and `floor` multiply by a power
// of ten, round, and divide again, with the errors of floats that this brings.
Value round(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require_hashable(call[2]);
  const std::string method = call.text(2);
  if (method != "common" && method != "ceil" && method != "floor") {
    call.fail("method must be common, ceil or floor");
  }
  Evaluator& evaluator = call.evaluator;
  if (method == "common") {
    require_operand(evaluator, call[0], "type ", " doesn't define __round__ method");
    if (!is_python_number(call[0])) {
      call.fail("type " + evaluator.type_name(call[0]) + " doesn't define __round__ method", "type-error");
    }
    // In Python round(x) without digits gives an integer.
    const std::optional<std::int64_t> digits = call[1].is_null() ? std::nullopt : std::optional(round_digits(call));
    return python_round(call[0], digits, call.context.budget);
  }
  evaluator.require(call[0]);
  const Value power = operate(evaluator, PythonOperator::power, Value::integer(10), call[1]);
  const Value scaled = operate(evaluator, PythonOperator::multiply, call[0], power);
  if (!is_python_number(scaled)) {
    call.fail("must be real number, not " + evaluator.type_name(scaled), "type-error");
  }
  Value cut = scaled;
  if (scaled.kind() == Kind::real) {
    const double whole = method == "ceil" ? std::ceil(scaled.as_real()) : std::floor(scaled.as_real());
    cut = python_int(Value::real(whole), call.context.budget);
  }
  return python_calculate(PythonOperator::true_divide, cut, power, call.context.budget);
}

// 1536000 | filesizeformat -> '1.5 MB', and 1536 | filesizeformat(true) -> '1.5 KiB'. Sizes beyond the last unit stay
// in it.
Value file_size(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  const double bytes = python_float(call[0]).as_real();
  const bool is_binary = call.truth(1);
  const long double unit = is_binary ? 1024 : 1000;  // long double holds its powers exactly
  static constexpr std::string_view binary[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"};
  static constexpr std::string_view decimal[] = {"kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"};
  if (bytes == 1) return Value::string("1 Byte");
  if (bytes < unit) {
    const Value whole = python_int(Value::real(bytes), call.context.budget);
    return Value::string(call.evaluator.text(whole) + " Bytes");
  }
  long double size = unit;
  std::size_t prefix = 0;
  while (prefix + 1 < std::size(binary) && bytes >= size * unit) {
    size *= unit;
    ++prefix;
  }
  char number[64];
  std::snprintf(number, sizeof number, "%.1f ", static_cast<double>(bytes / size));
  return Value::string(std::string(number) + std::string(is_binary ? binary[prefix] : decimal[prefix]));
}

constexpr Example abs_examples[] = {{"{{ -3 | abs }}", "", R"("3")"}};
constexpr Example float_examples[] = {{"{{ '1.50' | float }}", "", R"("1.5")"},
                                      {"{{ 'x' | float(-1.0) }}", "", R"("-1.0")"}};
constexpr Example int_examples[] = {{"{{ '42' | int + 1 }}", "", R"("43")"},
                                    {"{{ '0x1f' | int(base=16) }}", "", R"("31")"},
                                    {"{{ 'n/a' | int(-1) }}", "", R"("-1")"}};
constexpr Example round_examples[] = {{"{{ 42.55 | round(1) }}", "", R"("42.5")"},
                                      {"{{ 42.2 | round(0, 'ceil') | int }}", "", R"("43")"}};
constexpr Example size_examples[] = {{"{{ 1536000 | filesizeformat }}", "", R"("1.5 MB")"},
                                     {"{{ 1536 | filesizeformat(true) }}", "", R"("1.5 KiB")"}};

}  // namespace
}  // namespace filters_number_family

std::span<const Function> number_filters() {
  using namespace filters_number_family;
  static constexpr Function all[] = {
      {.kind = "filter",
       .signature = "abs(x: number) -> number",
       .summary = "The number without its sign.",
       .examples = abs_examples,
       .call = absolute},
      {.kind = "filter",
       .signature = "float(value: any, default: any = 0.0) -> number",
       .summary = "The value as a floating point number; the default when it is not a number.",
       .examples = float_examples,
       .call = to_real},
      {.kind = "filter",
       .signature = "int(value: any, default: any = 0, base: integer = 10) -> integer",
       .summary = "The value as an integer; the default when it is not a number.",
       .details = "A fraction is cut off. Of text, `base` 2, 8 and 16 take the prefixes `0b`, `0o` and `0x`.",
       .examples = int_examples,
       .call = to_integer},
      {.kind = "filter",
       .signature = "round(value: number, precision: integer = 0, method: string = 'common') -> number",
       .summary = "Rounds to a number of digits behind the point: `common` (halves to even), `ceil` or `floor`.",
       .examples = round_examples,
       .call = round},
      {.kind = "filter",
       .signature = "filesizeformat(value: any, binary: boolean = false) -> string",
       .summary = "A number of bytes for people: `13 kB`, `4.1 MB`; with `binary` in steps of 1024.",
       .examples = size_examples,
       .call = file_size},
  };
  return all;
}

}  // namespace evalground::jinja2
