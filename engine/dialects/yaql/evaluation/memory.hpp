// Iterators that remember the items drawn so far.
#pragma once

#include "value/value.hpp"

namespace evalground::yaql {

class Evaluator;

// An iterator over the collection that may be drawn several times. Each item of the collection is drawn once.
Value memorized(Evaluator& evaluator, Value collection);

}  // namespace evalground::yaql
