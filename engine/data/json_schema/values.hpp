// JSON Schema's view of values: their types, their equality by hash, and their form in messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "base/budget.hpp"
#include "value/map.hpp"
#include "value/value.hpp"

namespace evalground {

// The types of JSON, and one for values that JSON lacks. A whole number has two of them.
enum class JsonType : std::uint8_t {
  null = 1,
  boolean = 2,
  integer = 4,
  number = 8,
  string = 16,
  array = 32,
  object = 64,
  other = 128
};
inline constexpr std::uint8_t every_json_type = 0xFF;

constexpr std::uint8_t type_bits(std::initializer_list<JsonType> types) {
  std::uint8_t bits = 0;
  for (const JsonType type : types) bits = static_cast<std::uint8_t>(bits | static_cast<std::uint8_t>(type));
  return bits;
}
inline constexpr std::uint8_t json_number_types = type_bits({JsonType::integer, JsonType::number});

// A value's types as bits.
std::uint8_t json_types_of_number(const Value& value);
inline std::uint8_t json_types(const Value& value) {
  switch (value.kind()) {
    case Kind::undefined:
    case Kind::null: return type_bits({JsonType::null});
    case Kind::boolean: return type_bits({JsonType::boolean});
    case Kind::integer: return json_number_types;
    case Kind::string: return type_bits({JsonType::string});
    case Kind::list:
    case Kind::tuple:
    case Kind::set: return type_bits({JsonType::array});
    case Kind::map: return type_bits({JsonType::object});
    default: return json_types_of_number(value);
  }
}

// The items of a list, a tuple or a set.
inline std::size_t item_count(const Value& array) {
  return array.kind() == Kind::set ? array.as_map().size() : array.as_list().size();
}
inline const Value& item_at(const Value& array, std::size_t index) {
  return array.kind() == Kind::set ? array.as_map().entry(index).key : array.as_list()[index];
}

// The name of a member. A key that is not a string becomes its JSON text.
std::string member_name(const Value& key);

// True when a number is an exact multiple of another, by their decimal texts: 0.0075 is a multiple of 0.0001.
bool is_multiple(const Value& number, const Value& of);

// Equal JSON values have equal hashes: 1 and 1.0, maps in any order.
std::uint64_t json_hash(const Value& value, Budget& budget);

// A value as messages show it: JSON, cut if long, without sensitive parts.
std::string shown_value(const Value& value, bool is_sensitive);
// Appends the same to a text.
void append_shown(std::string& text, const Value& value, bool is_sensitive);

// How many bytes of a value, or of several, a message shows.
inline constexpr std::size_t longest_shown = 120;

// Up to this many items are compared with each other. With more, their hashes are compared.
inline constexpr std::size_t most_compared = 8;

}  // namespace evalground
