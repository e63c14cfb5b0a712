// The state of a run as data.
#pragma once

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// {"classes": {name: true}, "vars": {bundle: {variable: value}}}
Value state_of(Evaluator& evaluator);

// The variables of one scope, classic arrays under the names of their elements.
Value scope_state(const VariableScope& scope, Budget& budget);

}  // namespace evalground::cfengine
