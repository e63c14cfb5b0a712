// Reads the parts of a document's maps: what is there, and of which kind it has to be.
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "runtime/context.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// The value of a key; null when there is none or it is null.
inline const Value* field(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && !value->is_null() ? value : nullptr;
}

// The text of a key; empty when there is none or it is no text.
inline std::string_view text_field(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? value->as_string() : std::string_view();
}

// The map of a key; an empty one when there is none. Throws Error "wrong-type" when it is something else.
inline const Map& map_field(const Map& map, std::string_view key) {
  static const Map nothing;
  const Value* value = field(map, key);
  if (value == nullptr) return nothing;
  if (!value->is_map()) {
    throw Error("wrong-type",
                "`" + std::string(key) + "` must be of type map, not " + std::string(kind_name(value->kind())) + ".",
                value->origin());
  }
  return value->as_map();
}

// A key as text, for messages and names.
inline std::string key_text(const Value& key) {
  if (key.is_string()) return std::string(key.as_string());
  return key.kind() == Kind::integer ? std::to_string(key.as_integer()) : std::string(kind_name(key.kind()));
}

}  // namespace evalground::unfurl
