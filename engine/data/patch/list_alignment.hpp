// Which items of a list are still there in a changed one.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The item of the old list that an item of the changed one was.
struct AlignedItem {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t before;  // the index in the old list; `none`: the item is new
  bool is_equal;         // it has not changed
};

// For each item of `changed` the item of `old` that it is: an equal one, so that as many as possible keep their order,
// or between two of these one of its kind, which for maps has keys in common. The indexes rise. Numbers are equal by
// type.
std::vector<AlignedItem> align_lists(const List& old, const List& changed, Budget& budget);

}  // namespace evalground
