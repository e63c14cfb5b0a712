// Tables whose rows have code and documentation. The catalogue takes only the documentation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "runtime/function.hpp"

namespace evalground::unfurl {

// The entries of the documented rows, in order. `rows` is a constexpr array whose elements have `entry`, a Function. A
// row without an example is not documented.
template <const auto& rows>
constexpr auto documented_entries() {
  constexpr auto is_documented = [](const auto& row) { return !row.entry.examples.empty(); };
  constexpr auto count = std::count_if(std::begin(rows), std::end(rows), is_documented);
  std::array<Function, static_cast<std::size_t>(count)> entries{};
  std::size_t place = 0;
  for (const auto& row : rows) {
    if (is_documented(row)) entries[place++] = row.entry;
  }
  return entries;
}

}  // namespace evalground::unfurl
