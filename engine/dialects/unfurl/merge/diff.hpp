// The difference of two maps as a map. Merging it over the first gives the second.
#pragma once

#include "runtime/context.hpp"

namespace evalground::unfurl {

// What to merge over `old` to get `changed`: keys that are new or differ, `{+%: whiteout}` for removed keys, `{+%:
// nullout}` for a map that became null. A list that differs is written in full. Both arguments are maps.
Value difference(const Value& old, const Value& changed, Budget& budget);

}  // namespace evalground::unfurl
