// The sizes that `limits.memory` is compared with: sys.getsizeof() of CPython's objects, without the objects they refer
// to.
#pragma once

#include <cstdint>

#include "value/value.hpp"

namespace evalground::yaql {

// The size of the value alone, in bytes.
std::uint64_t shallow_size(const Value& value);
// The size of a dictionary with that many entries. CPython's dictionaries grow in jumps while entries are added.
std::uint64_t built_dict_size(std::uint64_t entries);
inline constexpr std::uint64_t list_size(std::uint64_t items) {
  return 40 + 8 * items;
}

}  // namespace evalground::yaql
