// The arguments of an operator of 2026, converted to what it needs.
#pragma once

#include <cstdint>
#include <string>

#include "dialects/dcontroller/expression/call.hpp"
#include "dialects/dcontroller/values/conversions.hpp"

namespace evalground::dcontroller {

// The value of the argument with that index in a written list.
inline Value value_at(OperatorCall& call, std::size_t index) {
  return call.evaluate(*call.written()[index]);
}

// The values of all arguments.
List values_of(OperatorCall& call);

// A value of a type, converted where the language converts. Throw Error "wrong-argument".
bool bool_of(const OperatorCall& call, const Value& value);
std::int64_t int_of(const OperatorCall& call, const Value& value);
double float_of(const OperatorCall& call, const Value& value);
std::string text_of(const OperatorCall& call, const Value& value);
// Null is an empty list.
Value list_of(const OperatorCall& call, const Value& value);
// Hints once that the list of a single argument counts as one value, for an operator that does not fail then.
void hint_of_list(OperatorCall& call, const Value& value);
// An integer or a float.
void require_number(const OperatorCall& call, const Value& value);

// An expression for each item, with `$$` set to it, which `@setField` may change.
Value evaluate_on_item(OperatorCall& call, const Expression& expression, Value item);

// Equality of two values: numbers by value, but within lists and maps by type.
bool are_equal(const OperatorCall& call, const Value& a, const Value& b);

}  // namespace evalground::dcontroller
