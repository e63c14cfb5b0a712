// A change of a workspace as an edit of its settings file that keeps comments and layout.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "value/value.hpp"

namespace evalground::language_server {

struct Insertion {
  std::size_t at;  // a byte offset
  std::string text;
};

// Where to insert the entry of a map such as "/vars/name" in a YAML text. Nothing when that is not possible: the entry
// exists, or the map is not a plain one.
std::optional<Insertion> insert_setting(std::string_view text, std::string_view path, const Value& value);

}  // namespace evalground::language_server
