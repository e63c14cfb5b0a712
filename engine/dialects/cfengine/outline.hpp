// The tree of a policy: bundles in the order in which they ran, their promises by type; variables; classes.
#pragma once

#include <vector>

#include "runtime/dialect.hpp"

namespace evalground::cfengine {

std::vector<OutlineNode> outline_of(Context& context);

}  // namespace evalground::cfengine
