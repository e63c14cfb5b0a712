// What may be said about a document whose inputs nobody has given. A problem that depends on values is not one yet: the
// values may come from where the document is used. Problems of the text itself are certain.
#pragma once

#include <optional>

#include "value/map.hpp"
#include "workspaces/claim.hpp"

namespace evalground::language_server {

class Certain {
 public:
  // `files`: of the workspace, in which a program may define functions of its own.
  Certain(const Claim& claim, const Map& files) : claim_(claim), files_(files) {}

  // The diagnostic as it may be shown, perhaps as a hint; nothing when it is about something else.
  std::optional<Map> shown(Map diagnostic);

 private:
  bool is_defined_elsewhere(const Map& diagnostic) const;

  const Claim& claim_;
  const Map& files_;
  bool has_asked_ = false;  // for a value, which is said once
};

}  // namespace evalground::language_server
