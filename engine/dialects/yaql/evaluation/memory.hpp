// Iterators that keep what they have drawn.
#pragma once

#include "value/value.hpp"

namespace evalground::yaql {

class Evaluator;

// The items of a collection, each drawn once, as an iterator that can be gone through again.
Value memorized(Evaluator& evaluator, Value collection);

}  // namespace evalground::yaql
