// The tree of a template: parameters, conditions, resources and outputs.
#pragma once

#include <vector>

#include "dialects/heat/stack.hpp"
#include "runtime/dialect.hpp"

namespace evalground::heat {

// The outline. `is_evaluated` is false when only the document is known, for example after a syntax check.
std::vector<OutlineNode> outline_of(Stack& stack, bool is_evaluated);

}  // namespace evalground::heat
