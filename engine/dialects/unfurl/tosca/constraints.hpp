// The constraints of TOSCA declarations: `greater_than: 5`, `valid_values: [a, b]`, …
#pragma once

#include <string_view>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// Checks a value against a list of constraints, each a map of one key. `type` is its declared type ("integer",
// "scalar-unit.size", …), or empty when unknown. Throws Error "constraint" for a violation, "unknown-constraint" for an
// unknown key, "wrong-constraint" for a constraint that the type does not have or whose operand is of the wrong kind.
void check_constraints(Context& context, const Value& constraints, const Value& value, std::string_view name,
                       std::string_view type);

// True for the name of a constraint.
bool is_constraint(std::string_view name);

// A value as the subject of a message: its text, quoted; redacted if sensitive.
std::string shown(Context& context, const Value& value);

}  // namespace evalground::unfurl
