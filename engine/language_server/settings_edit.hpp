// A change of a workspace as an edit of the file that has the value, its settings or its data, which keeps comments and
// layout.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "value/value.hpp"

namespace evalground::language_server {

// A stretch of a text, as byte offsets, and the text in its place.
struct TextEdit {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

// Where to set the entry "/vars/name" in a text of YAML or JSON. Maps on the way to it are made. Nothing when the value
// cannot be written there, or is there already.
std::optional<TextEdit> edit_of_value(std::string_view text, std::string_view path, const Value& value);
// The stretch in which two texts differ.
TextEdit difference_of(std::string_view before, std::string_view after);

}  // namespace evalground::language_server
