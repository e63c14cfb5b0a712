// A change of a workspace as an edit of the file that describes it, whose comments and layout stay.
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

// Where the entry of a map such as "/vars/name" goes in a YAML text; nothing where it cannot simply be put there: the
// entry exists, or the map is no plain one.
std::optional<Insertion> insert_setting(std::string_view text, std::string_view path, const Value& value);

}  // namespace evalground::language_server
