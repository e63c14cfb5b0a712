// Operators on values that templates share with filters: Python's arithmetic, and slices.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {

// `left OP right` of numbers, text, lists and objects. Throws Error "type-error".
Value operate(Evaluator& evaluator, PythonOperator operation, const Value& left, const Value& right);

// `holder[first:last:step]` of text, bytes, lists, tuples and ranges; null for a bound that is not given.
Value slice(Evaluator& evaluator, const Value& holder, const Value& first, const Value& last, const Value& step);

}  // namespace evalground::jinja2
