#include "dialects/dcontroller/operators_2026/arguments.hpp"

#include "value/compare.hpp"

namespace evalground::dcontroller {

List values_of(OperatorCall& call) {
  List values;
  const auto written = call.written();
  values.reserve(written.size());
  for (const Expression* part : written) values.push_back(call.evaluate(*part));
  return values;
}

bool bool_of(const OperatorCall& call, const Value& value) {
  const std::optional<bool> truth = to_bool(value);
  if (!truth) call.fail_needing("a boolean, or what stands for one", value);
  return *truth;
}

std::int64_t int_of(const OperatorCall& call, const Value& value) {
  const std::optional<std::int64_t> number = to_int(value);
  if (!number) call.fail_needing("an integer, or what stands for one", value);
  return *number;
}

double float_of(const OperatorCall& call, const Value& value) {
  const std::optional<double> number = to_float(value);
  if (!number) call.fail_needing("a number, or what stands for one", value);
  return *number;
}

std::string text_of(const OperatorCall& call, const Value& value) {
  return to_text(value, call.context.budget);
}

Value list_of(const OperatorCall& call, const Value& value) {
  if (value.is_null()) return Value::list();
  if (!value.is_list()) call.fail_needing("a list", value);
  return value;
}

void hint_of_list(OperatorCall& call, const Value& value) {
  if (!value.is_list() || call.written().size() != 1) return;
  call.context.hint_name(call.operation.where, "wrong-argument",
                         "`" + std::string(call.operation.name) +
                             "` does not spread this list: it is a single argument. Write a list of arguments.",
                         {}, {});
}

void require_number(const OperatorCall& call, const Value& value) {
  if (!value.is_number()) call.fail_needing("numbers", value);
}

Value evaluate_on_item(OperatorCall& call, const Expression& expression, Value item) {
  const Subjects inner{call.subjects.global, &item, call.subjects.own_global, &item, call.subjects.is_compound};
  return call.evaluator.evaluate(expression, inner);
}

bool are_equal(const OperatorCall& call, const Value& a, const Value& b) {
  const bool are_numbers = a.is_number() && b.is_number();
  return json_equal(a, b, are_numbers ? NumberEquality::by_value : NumberEquality::by_type, call.context.budget);
}

}  // namespace evalground::dcontroller
