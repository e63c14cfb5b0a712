// Reads the members of the maps of a manifest, with the errors of a manifest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/text.hpp"
#include "runtime/context.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {

// The operator of a document that has none.
inline constexpr std::string_view default_operator = "test";

// The API version of views. Its group is the operator's own, so equal kinds of two operators do not meet.
inline std::string view_version(const std::string& operator_name) {
  return operator_name + ".view.dcontroller.io/v1alpha1";
}

class MapReader {
 protected:
  explicit MapReader(const Context& context) : errors_(context) {}

  [[noreturn]] void fail(const std::string& message, OriginId where) const {
    errors_.fail(where, "wrong-manifest", message);
  }

  // A required member of a map. `of` names the map: "the controller".
  const Value& required(const Value& map, std::string_view key, std::string_view of) const {
    const Value* value = map.as_map().find(key);
    if (value == nullptr || value->is_null()) {
      fail("Missing " + quote(key) + " in " + std::string(of) + ".", map.origin());
    }
    return *value;
  }

  const Value& required_map(const Value& value, std::string_view what) const {
    if (!value.is_map()) fail(std::string(what) + " must be a map, not " + short_text(value, 60) + ".", value.origin());
    return value;
  }

  std::string required_text(const Value& map, std::string_view key, std::string_view of) const {
    const Value& value = required(map, key, of);
    if (!value.is_string() || value.text_size() == 0) {
      fail("The " + quote(key) + " of " + std::string(of) + " must be text, not " + short_text(value, 60) + ".",
           value.origin());
    }
    return std::string(value.as_string());
  }

  std::optional<std::string> optional_text(const Value& map, std::string_view key, std::string_view of) const {
    const Value* value = map.as_map().find(key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (!value->is_string()) {
      fail("The " + quote(key) + " of " + std::string(of) + " must be text, not " + short_text(*value, 60) + ".",
           value->origin());
    }
    return std::string(value->as_string());
  }

 private:
  const Context& errors_;
};

}  // namespace evalground::dcontroller
