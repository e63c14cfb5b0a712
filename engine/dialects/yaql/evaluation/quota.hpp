// The sizes that `limits.memory` is compared with: sys.getsizeof() of CPython's objects, without the objects they refer
// to.
#pragma once

#include <cstdint>

#include "value/value.hpp"

namespace evalground::yaql {

// The size of the value alone, in bytes.
std::uint64_t shallow_size(const Value& value);
// The size of a set with that many members.
std::uint64_t set_size(std::uint64_t members);
// The size of a dictionary with that many entries. CPython's dictionaries grow in jumps while entries are added.
std::uint64_t built_dict_size(std::uint64_t entries);
// The size of a result, which the reference builds anew, item by item.
std::uint64_t result_size(const Value& value);
inline constexpr std::uint64_t list_size(std::uint64_t items) {
  return 40 + 8 * items;
}

}  // namespace evalground::yaql
