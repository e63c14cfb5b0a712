// The resource tree of an evaluation: operators with what they gave, and the data that they ran on.
#pragma once

#include <vector>

#include "runtime/dialect.hpp"

namespace evalground::dcontroller {

// After evaluate() on the same context, or without it.
std::vector<OutlineNode> outline_of(Context& context);

}  // namespace evalground::dcontroller
