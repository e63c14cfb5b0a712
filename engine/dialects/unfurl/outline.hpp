// The resource tree as people see it: nodes with their parts and attributes.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::unfurl {

// The tree of the evaluated resources or, before an evaluation, of the main document; nothing when that does not load.
std::vector<OutlineNode> outline_of(Context& context);

}  // namespace evalground::unfurl
