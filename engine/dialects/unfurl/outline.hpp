// The resource tree for display: nodes with their parts and attributes.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::unfurl {

// The tree of the evaluated resources or, before an evaluation, of the main document. Empty when that does not load.
std::vector<OutlineNode> outline_of(Context& context);

}  // namespace evalground::unfurl
