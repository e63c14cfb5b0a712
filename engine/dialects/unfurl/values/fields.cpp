#include "dialects/unfurl/values/fields.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "value/object.hpp"

namespace evalground::unfurl {

// Null counts as absent: `properties:` without a value is a common way to write an empty section.
const Value* field(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && !value->is_null() ? value : nullptr;
}

std::string_view text_field(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? value->as_string() : std::string_view();
}

const Map& map_field(const Map& map, std::string_view key) {
  const Value* value = field(map, key);
  if (value != nullptr && !value->is_map()) {
    throw Error("wrong-type", "`" + std::string(key) + "` must be of type map, not " + kind_text(*value) + ".",
                value->origin());
  }
  return map_or_nothing(value);
}

const Map& map_or_nothing(const Value* value) {
  static const Map nothing;
  return value != nullptr && value->is_map() ? value->as_map() : nothing;
}

// Keys of YAML maps can be any value. Texts and integers are shown, all others only by their kind.
std::string key_text(const Value& key) {
  if (key.is_string()) return std::string(key.as_string());
  return key.kind() == Kind::integer ? std::to_string(key.as_integer()) : std::string(kind_name(key.kind()));
}

// The integer 80 and the text "80" are the same key here. Two keys of other kinds are the same if their kinds are.
bool same_key(const Value& a, const Value& b) {
  if (a.is_string() && b.is_string()) return a.as_string() == b.as_string();
  return key_text(a) == key_text(b);
}

std::string kind_text(const Value& value) {
  return with_article(value.is_object() ? value.as_object().type_name() : kind_name(value.kind()));
}

bool is_among(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t most_names = 500;  // each name is compared, and a document may have thousands of misspelt names
  if (known.size() > most_names) return {};
  return nearest_name(name, known).value_or(std::string_view());
}

std::string_view nearest_key(std::string_view name, const Map& map) {
  std::vector<std::string_view> known;
  for (const auto& entry : map) {
    if (entry.key.is_string()) known.push_back(entry.key.as_string());
  }
  return nearest(name, known);
}

void check_keys(Context& context, const Map& map, std::span<const std::string_view> known, const std::string& what) {
  for (const auto& entry : map) {
    if (entry.key.is_string() && is_among(known, entry.key.as_string())) continue;
    fail_unknown_field(context, entry.key, what, nearest(key_text(entry.key), known));
  }
}

void fail_unknown_field(Context& context, const Value& key, const std::string& what, std::string_view nearest_field) {
  const std::string name = key_text(key);
  context.fail_name(key.origin(), "unknown-field",
                    std::string(invalid) + what + " contains unknown field " + quote(name) + ".", name, nearest_field);
}

}  // namespace evalground::unfurl
