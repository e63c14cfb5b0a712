// The resource tree as people see it: nodes with their parts and attributes.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::unfurl {

// The tree of what was evaluated or, before that, of the main document as it is; nothing when that does not load.
std::vector<OutlineNode> outline_of(Context& context);

}  // namespace evalground::unfurl
