// Which items of a list are still present in a changed list.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The match of an item of the changed list.
struct AlignedItem {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t before;  // the index in the old list; `none` for a new item
  bool is_equal;         // the item is unchanged
};

// For each item of `changed`, the matching item of `old`: an equal one, so that as many as possible keep their order;
// or, between two of these, one of the same kind, which for maps means keys in common. The indexes increase. Numbers
// are equal only if their types are.
std::vector<AlignedItem> align_lists(const List& old, const List& changed, Budget& budget);

}  // namespace evalground
