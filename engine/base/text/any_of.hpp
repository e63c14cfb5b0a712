// Tests whether a value is one of a few.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace evalground {

// Unlike a search in memory, this takes the same time wherever `few` is stored.
constexpr bool is_any_of(char byte, std::string_view few) {
  for (const char each : few) {
    if (each == byte) return true;
  }
  return false;
}

// `words`: any range of texts.
template <class Words>
constexpr bool contains(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace evalground
