// The types of resources: names and what they derive from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evalground::unfurl {

// A node, capability, relationship or artifact type. Lives as long as the registry that made it.
struct Type {
  std::string name;                // by which it was used: "my.Server"
  std::vector<const Type*> bases;  // nearest first, each type once; without the type itself

  // True when the type has that name or derives from a type that has it.
  bool is(std::string_view wanted) const;
};

}  // namespace evalground::unfurl
