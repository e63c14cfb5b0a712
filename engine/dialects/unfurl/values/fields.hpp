// Reads members of a document's maps with type checks.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/context.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// The beginning of messages about invalid service templates, as in Unfurl.
inline constexpr std::string_view invalid = "TOSCA validation failed: ";

// The value of a key; null when absent or null.
const Value* field(const Map& map, std::string_view key);

// The text of a key; empty when absent or not text.
std::string_view text_field(const Map& map, std::string_view key);

// The map of a key; an empty one when absent. Throws Error "wrong-type" for any other value.
const Map& map_field(const Map& map, std::string_view key);

// The map that the value holds; an empty one for null and for other values.
const Map& map_or_nothing(const Value* value);

// A key as text, for messages and names.
std::string key_text(const Value& key);
// True when two keys have the same text.
bool same_key(const Value& a, const Value& b);

// The kind of a value, for a message about a wrong type: "a list", "an integer", "null".
std::string kind_text(const Value& value);

bool is_among(std::span<const std::string_view> words, std::string_view word);

// The known name most similar to a misspelt one. Empty when none is similar, or very many names are known.
std::string_view nearest(std::string_view name, std::span<const std::string_view> known);
std::string_view nearest_key(std::string_view name, const Map& map);

// Throws Error "unknown-field" for the first key of the map that is not among the known ones. `what` names the map
// ("the input \"port\"").
void check_keys(Context& context, const Map& map, std::span<const std::string_view> known, const std::string& what);
[[noreturn]] void fail_unknown_field(Context& context, const Value& key, const std::string& what,
                                     std::string_view nearest_field);

}  // namespace evalground::unfurl
