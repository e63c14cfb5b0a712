// The sizes that `limits.memory` is compared with: those of CPython's objects, each without what it refers to.
#pragma once

#include <cstdint>

#include "value/value.hpp"

namespace evalground::yaql {

// Bytes of the value itself.
std::uint64_t shallow_size(const Value& value);
// Bytes of a dictionary with that many entries that was built entry by entry.
std::uint64_t built_dict_size(std::uint64_t entries);
inline constexpr std::uint64_t list_size(std::uint64_t items) {
  return 40 + 8 * items;
}

}  // namespace evalground::yaql
