// Members of a map that was read from JSON, such as a request or an outcome. A member that is absent or of another kind
// is empty.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground {

// Null when absent or of another kind.
inline const Value* member_of(const Map& map, std::string_view key, Kind kind) {
  const Value* value = map.find(key);
  return value != nullptr && value->kind() == kind ? value : nullptr;
}

inline const Map& map_member(const Map& map, std::string_view key) {
  static const Map none;
  const Value* value = member_of(map, key, Kind::map);
  return value == nullptr ? none : value->as_map();
}

inline const List& list_member(const Map& map, std::string_view key) {
  static const List none;
  const Value* value = member_of(map, key, Kind::list);
  return value == nullptr ? none : value->as_list();
}

inline std::string_view text_member(const Map& map, std::string_view key) {
  const Value* value = member_of(map, key, Kind::string);
  return value == nullptr ? std::string_view() : value->as_string();
}

// The texts of a list, without its other items.
inline std::vector<std::string> texts_member(const Map& map, std::string_view key) {
  std::vector<std::string> texts;
  for (const Value& item : list_member(map, key)) {
    if (item.is_string()) texts.emplace_back(item.as_string());
  }
  return texts;
}

// A number from 0 on, such as an offset or a line.
inline std::uint64_t count_member(const Map& map, std::string_view key) {
  const Value* value = member_of(map, key, Kind::integer);
  return value == nullptr || value->as_integer() < 0 ? 0 : static_cast<std::uint64_t>(value->as_integer());
}

inline bool is_set_member(const Map& map, std::string_view key) {
  const Value* value = member_of(map, key, Kind::boolean);
  return value != nullptr && value->as_boolean();
}

}  // namespace evalground
