// The state of a run as data.
#pragma once

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// {"classes": {name: true}, "vars": {bundle: {variable: value}}}
Value state_of(Evaluator& evaluator);

// The variables of one scope. Elements of classic arrays have their own names.
Value scope_state(const VariableScope& scope, Budget& budget);

}  // namespace evalground::cfengine
