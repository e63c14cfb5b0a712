// Methods of int and float.
#include <cmath>

#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace {

Value bit_length(Call& base) {
  const Value whole = base[0].kind() == Kind::boolean ? Value::integer(base[0].as_boolean() ? 1 : 0) : base[0];
  return Value::integer(static_cast<std::int64_t>(big_integer_of(whole).bit_length()));
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
constexpr Example whole_examples[] = {{"{{ (3.0).is_integer() }} {{ (3.5).is_integer() }}", "", R"("True False")"}};
constexpr Example ratio_examples[] = {{"{{ (2.5).as_integer_ratio() }}", "", R"x("(5, 2)")x"}};

}  // namespace

std::span<const Function> number_methods() {
  static constexpr Function all[] = {
      {.kind = "method",
       .signature = "int.bit_length(self: integer) -> integer",
       .summary = "How many bits the number takes, without its sign.",
       .examples = bit_examples,
       .call = bit_length},
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
