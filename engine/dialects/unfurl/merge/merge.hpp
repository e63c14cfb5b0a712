// Merging maps and lists over each other, with the strategies of `+%`.
#pragma once

#include <vector>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The word under `+%`; empty when the value is no map or has no such key.
std::string_view merge_strategy(const Value& value);

// Merges maps, each over those before it: the last one's keys come first and win. `+%` keys are followed and dropped.
// Throws Error "merge-not-allowed" where a strategy is `error`. With one map, that map.
Value merge_maps(Context& context, const std::vector<Value>& maps);

// Merges a list over another: the base's items, then what the other adds. An item `{+%: merge, …}` is merged onto the
// item at its own index, a map of one key onto the first map of only that key; an equal item is not added again.
Value merge_lists(Context& context, const Value& base, const Value& over);

}  // namespace evalground::unfurl
