// How templates are written: names, and calls as maps with one key.
#pragma once

#include <string>

#include "base/text/text.hpp"
#include "runtime/trace.hpp"
#include "source/sources.hpp"
#include "value/map.hpp"

namespace evalground::heat {

// A name as text. A key such as `8: x`, which YAML reads as a number, is "8".
inline std::string text_of(const Value& value) {
  constexpr std::size_t most_characters = 60;
  return value.is_string() ? std::string(value.as_string()) : short_text(value, most_characters);
}

// The same for messages. A name computed from a hidden parameter is not shown.
inline std::string shown_name(const Value& value) {
  return value.sensitive() ? "******" : text_of(value);
}

// " `on` is true in YAML 1.1: quote it.", for a name that YAML read as a boolean; empty for others.
inline std::string boolean_hint(const Value& name, const Sources& sources) {
  if (name.kind() != Kind::boolean || name.origin() == 0) return {};
  const std::string value = name.as_boolean() ? "true" : "false";
  return " `" + std::string(sources.text_of(name.origin())) + "` is " + value + " in YAML 1.1: quote it.";
}

// The only entry of a map, if its key is a string: a possible call `{name: argument}`. Null otherwise.
inline const Map::Entry* single_entry(const Value& value) {
  if (!value.is_map() || value.as_map().size() != 1) return nullptr;
  const Map::Entry& entry = value.as_map().entry(0);
  return entry.key.is_string() ? &entry : nullptr;
}

}  // namespace evalground::heat
