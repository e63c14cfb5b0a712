// Operators shared by templates and filters: Python's arithmetic, and slices.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {

inline bool is_sequence(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple;
}

// The tuple behind a named tuple, as `groupby` makes it; null for other values.
const Value* tuple_of(const Value& value);

// `left OP right` of numbers, text, lists and objects. Throws Error "type-error".
Value operate(Evaluator& evaluator, PythonOperator operation, const Value& left, const Value& right);

// `-value`. Throws Error "type-error".
Value negate(const Value& value);

// A slice used as a key in messages about values without slices: "slice(None, 1, None)".
class SliceKey final : public TemplateObject {
 public:
  SliceKey(Evaluator& evaluator, Value first, Value last, Value step)
      : TemplateObject(evaluator), parts_{std::move(first), std::move(last), std::move(step)} {}
  std::string_view type_name() const override { return "slice"; }
  std::string text(Evaluator& evaluator) override;

 private:
  const Value parts_[3];
};

// `holder[first:last:step]` of text, bytes, lists, tuples and ranges. An omitted bound is null. Throws Error
// "type-error" for a value without slices.
Value slice(Evaluator& evaluator, const Value& holder, const Value& first, const Value& last, const Value& step);

}  // namespace evalground::jinja2
