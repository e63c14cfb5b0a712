// Python's messages for an undefined operand.
#pragma once

#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// Fails if the value is undefined. The message is Python's, which names the type, followed by what is missing: "bad
// operand type for abs(): 'Undefined'".
void require_operand(const Evaluator& evaluator, const Value& value, std::string_view before, std::string_view after);

}  // namespace evalground::jinja2
