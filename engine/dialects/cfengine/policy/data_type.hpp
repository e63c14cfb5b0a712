// The types of variables.
#pragma once

#include <cstdint>
#include <string_view>

namespace evalground::cfengine {

enum class DataType : std::uint8_t { none, string, integer, real, slist, ilist, rlist, data };

// "string", "int", …; "none".
std::string_view type_name(DataType type);
// The type of that name; DataType::none for an unknown name.
DataType type_of(std::string_view name);
constexpr bool is_list_type(DataType type) {
  return type == DataType::slist || type == DataType::ilist || type == DataType::rlist;
}

}  // namespace evalground::cfengine
