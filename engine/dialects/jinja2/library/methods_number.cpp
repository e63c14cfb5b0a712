// Methods of int and float.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text/number.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace methods_number_family {
namespace {

// The number itself; for a boolean the integer.
Value whole_number(const Value& value) {
  return value.kind() == Kind::boolean ? Value::integer(value.as_boolean() ? 1 : 0) : value;
}

Value bit_length(Call& base) {
  return Value::integer(static_cast<std::int64_t>(big_integer_of(whole_number(base[0])).bit_length()));
}

Value bit_count(Call& base) {
  std::int64_t count = 0;
  for (const char digit : big_integer_of(whole_number(base[0])).text(2)) count += digit == '1' ? 1 : 0;
  return Value::integer(count);
}

Value conjugate(Call& base) {
  return whole_number(base[0]);
}

Value whole_ratio(Call& base) {
  return Value::tuple({whole_number(base[0]), Value::integer(1)});
}

// float.hex(): "0x1.8000000000000p+1"
Value hexadecimal(Call& base) {
  const double number = base[0].as_real();
  if (!std::isfinite(number)) return Value::string(real_text(number));
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(number), &exponent);
  constexpr int least_exponent = -1022;
  const int shown = number == 0 ? 0 : std::max(exponent - 1, least_exponent);
  const auto bits = static_cast<std::uint64_t>(std::ldexp(fraction, exponent - shown + 52));
  char text[40] = "0x0.0p+0";
  if (number != 0) {
    std::snprintf(text, sizeof text, "0x%llx.%013llxp%+d", static_cast<unsigned long long>(bits >> 52U),
                  static_cast<unsigned long long>(bits & 0xFFFFFFFFFFFFFU), shown);
  }
  return Value::string((std::signbit(number) ? "-" : "") + std::string(text));
}

Value is_whole(Call& base) {
  const double number = base[0].as_real();
  return Value::boolean(std::isfinite(number) && std::floor(number) == number);
}

Value ratio(Call& base) {
  FunctionCall& call = function_call(base);
  const double number = call[0].as_real();
  if (!std::isfinite(number)) {
    call.fail(std::isnan(number) ? "cannot convert NaN to integer ratio" : "cannot convert Infinity to integer ratio",
              "value-error");
  }
  int exponent = 0;
  double fraction = std::frexp(number, &exponent);
  for (int step = 0; step < 300 && fraction != std::floor(fraction); ++step) {
    fraction *= 2;
    --exponent;
  }
  const BigInt numerator = *BigInt::from_double(fraction);
  const auto shift = static_cast<std::uint64_t>(std::abs(exponent));
  return Value::tuple({integer_value(exponent > 0 ? numerator.shift_left(shift) : numerator),
                       integer_value(exponent > 0 ? BigInt(1) : BigInt(1).shift_left(shift))});
}

constexpr Example bit_examples[] = {{"{{ (255).bit_length() }}", "", R"("8")"}};
constexpr Example count_examples[] = {{"{{ (13).bit_count() }}", "", R"("3")"}};
constexpr Example conjugate_examples[] = {{"{{ (7).conjugate() }}", "", R"("7")"}};
constexpr Example real_conjugate_examples[] = {{"{{ (1.5).conjugate() }}", "", R"("1.5")"}};
constexpr Example whole_ratio_examples[] = {{"{{ (7).as_integer_ratio() }}", "", R"x("(7, 1)")x"}};
constexpr Example hex_examples[] = {{"{{ (3.0).hex() }}", "", R"("0x1.8000000000000p+1")"}};
constexpr Example whole_examples[] = {{"{{ (3.0).is_integer() }} {{ (3.5).is_integer() }}", "", R"("True False")"}};
constexpr Example ratio_examples[] = {{"{{ (2.5).as_integer_ratio() }}", "", R"x("(5, 2)")x"}};

}  // namespace
}  // namespace methods_number_family

std::span<const Function> number_methods() {
  using namespace methods_number_family;
  static constexpr Function all[] = {
      {.kind = "method",
       .signature = "int.bit_length(self: integer) -> integer",
       .summary = "How many bits the number takes, without its sign.",
       .examples = bit_examples,
       .call = bit_length},
      {.kind = "method",
       .signature = "int.bit_count(self: integer) -> integer",
       .summary = "How many of its bits are 1, without its sign.",
       .examples = count_examples,
       .call = bit_count},
      {.kind = "method",
       .signature = "int.conjugate(self: integer) -> integer",
       .summary = "The number itself.",
       .examples = conjugate_examples,
       .call = conjugate},
      {.kind = "method",
       .signature = "int.as_integer_ratio(self: integer) -> tuple",
       .summary = "The number and 1, whose quotient it is.",
       .examples = whole_ratio_examples,
       .call = whole_ratio},
      {.kind = "method",
       .signature = "float.conjugate(self: number) -> number",
       .summary = "The number itself.",
       .examples = real_conjugate_examples,
       .call = conjugate},
      {.kind = "method",
       .signature = "float.hex(self: number) -> string",
       .summary = "All of its digits in the base 16, with an exponent of 2.",
       .examples = hex_examples,
       .call = hexadecimal},
      {.kind = "method",
       .signature = "float.is_integer(self: number) -> boolean",
       .summary = "Whether the number has no fraction.",
       .examples = whole_examples,
       .call = is_whole},
      {.kind = "method",
       .signature = "float.as_integer_ratio(self: number) -> tuple",
       .summary = "Two integers whose quotient is the number.",
       .examples = ratio_examples,
       .call = ratio},
  };
  return all;
}

}  // namespace evalground::jinja2
