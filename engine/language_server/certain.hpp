// What may be said about a document whose inputs nobody has given. A problem that depends on values is not one yet: the
// values may come from where the document is used. Problems of the document are certain.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "value/map.hpp"
#include "workspaces/claim.hpp"

namespace evalground::language_server {

class Certain {
 public:
  // `is_part`: another document includes this one. Then what the document lacks on its own may come from there.
  // `is_in_program`: whether a program beside the document has that word, and so may define a function of that name.
  Certain(const Claim& claim, bool is_part, std::function<bool(std::string_view word)> is_in_program)
      : claim_(claim), is_part_(is_part), is_in_program_(std::move(is_in_program)) {}

  // The diagnostic as it may be shown, perhaps as a hint; nothing when it is about something else.
  std::optional<Map> shown(Map diagnostic);

 private:
  bool is_defined_elsewhere(const Map& diagnostic) const;

  const Claim& claim_;
  const bool is_part_;
  const std::function<bool(std::string_view word)> is_in_program_;
  bool has_asked_ = false;  // for a value, which is said once
};

// The first name in quotes of a message, of "No filter named 'uper'."; empty without one.
std::string_view named_in(std::string_view message);

// A problem of a query whose data is not given.
bool is_about_missing_data(const Map& diagnostic);

}  // namespace evalground::language_server
