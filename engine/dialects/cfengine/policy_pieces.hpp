// A policy as pieces, for language services.
#pragma once

#include <string_view>

#include "base/budget.hpp"
#include "runtime/language/pieces.hpp"

namespace evalground::cfengine {

// A word before `::` or `:` is an edge.
Pieces policy_pieces(std::string_view text, Budget& budget);

}  // namespace evalground::cfengine
