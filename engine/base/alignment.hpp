// How a list became another: the common parts at both ends, and between them the longest common subsequence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace evalground {

struct CommonEnds {
  std::size_t head = 0;
  std::size_t tail = 0;
};

// `same` tells whether items of both, by their indices, are equal.
template <class Same>
CommonEnds common_ends(std::size_t before, std::size_t after, const Same& same) {
  const std::size_t most = std::min(before, after);
  CommonEnds ends;
  while (ends.head < most && same(ends.head, ends.head)) ++ends.head;
  while (ends.head + ends.tail < most && same(before - 1 - ends.tail, after - 1 - ends.tail)) ++ends.tail;
  return ends;
}

enum class ListChange : std::uint8_t { keep, remove, add };

// Where it makes no difference, items are removed before others are added. Takes time and memory for each pair of
// items.
template <class Same>
std::vector<ListChange> shortest_changes(std::size_t before, std::size_t after, const Same& same) {
  const auto at = [after](std::size_t row, std::size_t column) { return row * (after + 1) + column; };
  std::vector<std::uint32_t> longest((before + 1) * (after + 1));  // common sequence of what follows both indices
  for (std::size_t row = before; row-- > 0;) {
    for (std::size_t column = after; column-- > 0;) {
      longest[at(row, column)] = same(row, column)
                                     ? longest[at(row + 1, column + 1)] + 1
                                     : std::max(longest[at(row + 1, column)], longest[at(row, column + 1)]);
    }
  }
  std::vector<ListChange> changes;
  std::size_t row = 0;
  std::size_t column = 0;
  while (row < before && column < after) {
    if (same(row, column)) {
      changes.push_back(ListChange::keep);
      ++row;
      ++column;
    } else if (longest[at(row + 1, column)] >= longest[at(row, column + 1)]) {
      changes.push_back(ListChange::remove);
      ++row;
    } else {
      changes.push_back(ListChange::add);
      ++column;
    }
  }
  changes.insert(changes.end(), before - row, ListChange::remove);
  changes.insert(changes.end(), after - column, ListChange::add);
  return changes;
}

}  // namespace evalground
