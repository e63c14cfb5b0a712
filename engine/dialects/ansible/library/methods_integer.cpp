// Special methods of integers, for operators that Jinja does not have: `{{ mode.__and__(18) }}`. 2.14 has no sandbox
// that could refuse them, and the newer one allows them.
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace methods_integer_family {
namespace {

// Long integers are not supported by these methods.
std::int64_t small_integer(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
  if (value.kind() != Kind::integer) {
    call.fail("unsupported operand: '" + call.evaluator.type_name(value) + "'", "type-error");
  }
  return value.as_integer();
}

Value bits_and(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::integer(small_integer(call, 0) & small_integer(call, 1));
}
Value bits_or(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::integer(small_integer(call, 0) | small_integer(call, 1));
}
Value bits_xor(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::integer(small_integer(call, 0) ^ small_integer(call, 1));
}

// 1 << 10**9 would need 125 MB, so the count is limited.
std::int64_t shift_count(const FunctionCall& call) {
  constexpr std::int64_t most = 10'000;
  const std::int64_t count = small_integer(call, 1);
  if (count < 0) call.fail("negative shift count", "value-error");
  if (count > most) call.fail("too many digits in integer", "overflow-error");
  return count;
}

Value shift_left(Call& base) {
  FunctionCall& call = function_call(base);
  Budget& budget = call.context.budget;
  const Value power =
      python_calculate(PythonOperator::power, Value::integer(2), Value::integer(shift_count(call)), budget);
  return python_calculate(PythonOperator::multiply, Value::integer(small_integer(call, 0)), power, budget);
}
// By division, which rounds down as Python's shift does: -1 >> 1 is -1.
Value shift_right(Call& base) {
  FunctionCall& call = function_call(base);
  Budget& budget = call.context.budget;
  const Value power =
      python_calculate(PythonOperator::power, Value::integer(2), Value::integer(shift_count(call)), budget);
  return python_calculate(PythonOperator::floor_divide, Value::integer(small_integer(call, 0)), power, budget);
}

constexpr Example and_examples[] = {{"{{ (6).__and__(3) }}", "", R"("2")", in_ansible}};
constexpr Example or_examples[] = {{"{{ (6).__or__(3) }}", "", R"("7")", in_ansible}};
constexpr Example xor_examples[] = {{"{{ (6).__xor__(3) }}", "", R"("5")", in_ansible}};
constexpr Example shift_left_examples[] = {{"{{ (7).__lshift__(2) }}", "", R"("28")", in_ansible}};
constexpr Example shift_right_examples[] = {{"{{ (7).__rshift__(1) }}", "", R"("3")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_integer_method,
     .signature = "int.__and__(self: integer, other: integer) -> integer",
     .summary = "The bits that both have.",
     .examples = and_examples,
     .call = bits_and},
    {.kind = ansible_integer_method,
     .signature = "int.__or__(self: integer, other: integer) -> integer",
     .summary = "The bits that one of both has.",
     .examples = or_examples,
     .call = bits_or},
    {.kind = ansible_integer_method,
     .signature = "int.__xor__(self: integer, other: integer) -> integer",
     .summary = "The bits that only one of both has.",
     .examples = xor_examples,
     .call = bits_xor},
    {.kind = ansible_integer_method,
     .signature = "int.__lshift__(self: integer, count: integer) -> integer",
     .summary = "The integer times a power of two.",
     .examples = shift_left_examples,
     .call = shift_left},
    {.kind = ansible_integer_method,
     .signature = "int.__rshift__(self: integer, count: integer) -> integer",
     .summary = "The integer divided by a power of two.",
     .examples = shift_right_examples,
     .call = shift_right},
};

}  // namespace
}  // namespace methods_integer_family

std::span<const Function> ansible_integer_methods() {
  using namespace methods_integer_family;
  return all;
}

}  // namespace evalground::ansible
