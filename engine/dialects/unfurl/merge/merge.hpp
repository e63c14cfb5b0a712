// Merging maps and lists over each other, with the strategies of `+%`.
#pragma once

#include <vector>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The word under `+%`; empty for a value that is not a map or has no such key.
std::string_view merge_strategy(const Value& value);

// Merges maps, each over those before it. The last one's keys come first and win. `+%` keys are applied and removed.
// Throws Error "merge-not-allowed" where a strategy is `error`. A single map is returned unchanged.
Value merge_maps(Context& context, const std::vector<Value>& maps);

// Merges a list over another: the base's items, then the items that the other adds. An item `{+%: merge, …}` is merged
// into the item at its own index, a map of one key into the first map with only that key. Items equal to an existing
// one are not added.
Value merge_lists(Context& context, const Value& base, const Value& over);

}  // namespace evalground::unfurl
