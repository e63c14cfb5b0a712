// The difference of two maps, written so that merging gives the second one again.
#pragma once

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The keys to merge over `old` for `changed`: what differs or is new, `{+%: whiteout}` for what is gone, `{+%:
// nullout}` for a map that is null now. A list that differs is written as a whole. Both are maps.
Value difference(const Value& old, const Value& changed, Budget& budget);

}  // namespace evalground::unfurl
