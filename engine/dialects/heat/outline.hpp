// The tree of a template: parameters, conditions, resources and outputs.
#pragma once

#include <vector>

#include "dialects/heat/stack.hpp"
#include "runtime/dialect.hpp"

namespace evalground::heat {

// After an evaluation with what it found; `is_evaluated` is false when nothing but the document is known.
std::vector<OutlineNode> outline_of(Stack& stack, bool is_evaluated);

}  // namespace evalground::heat
