// Iteration: a promise runs once for each combination of the items of the lists that it mentions.
#pragma once

#include <functional>

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// Calls `run` for each combination, with the evaluator's wheels set; the last wheel turns fastest. An empty list, and
// a name made of other references that stands for nothing, give no combination. True when `run` was called.
bool for_each_combination(Evaluator& evaluator, const Promise& promise, const std::function<void()>& run);

}  // namespace evalground::cfengine
