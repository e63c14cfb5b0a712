// Iteration: a promise runs once for each combination of the items of the lists that it mentions.
//
//   "$(x)-$(y)" with x = {1, 2} and y = {a, b} runs for 1-a, 1-b, 2-a, 2-b;
//   "$(y)-$(x)" for a-1, a-2, b-1, b-2: the reference met last changes fastest.
//
// Each list has a loop variable (cf-agent's sources say wheel). Loop variables are collected from the promiser, the
// promisee, a quoted context and the attributes, in document order, an inner reference before the outer one that
// depends on it. A name is one loop variable however often it occurs, and `$(l)` and `$(main.l)` are two. A name that
// is made of references (`$(v[$(k)])`) is a loop variable even where it stands for one text, since that depends on the
// one within it; where it stands for nothing just that combination is skipped. An empty list leaves no combination at
// all.
//
// For a container, its direct items that are texts, numbers or booleans count, in their original order.
#pragma once

#include <functional>

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// Calls `run` for each combination, with the evaluator's loop variables set; the last one changes fastest. An empty
// list, and a name made of other references that stands for nothing, give no combination. True when `run` was called.
bool for_each_combination(Evaluator& evaluator, const Promise& promise, const std::function<void()>& run);

}  // namespace evalground::cfengine
