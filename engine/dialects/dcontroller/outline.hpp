// The resource tree of an evaluation: operators with their results, and their data.
#pragma once

#include <vector>

#include "runtime/dialect.hpp"

namespace evalground::dcontroller {

// May be called after evaluate() on the same context, or without it.
std::vector<OutlineNode> outline_of(Context& context);

}  // namespace evalground::dcontroller
