// What Python's own functions say of an operand that is undefined.
#pragma once

#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// Fails for a value that is undefined with what Python says of its type, "bad operand type for abs(): 'Undefined'", and
// with what is missing behind it: Python's own functions do not ask for the name.
void require_operand(const Evaluator& evaluator, const Value& value, std::string_view before, std::string_view after);

}  // namespace evalground::jinja2
