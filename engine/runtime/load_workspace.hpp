// A workspace written as YAML.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground {

// The value of a file that holds a workspace. The workspace itself is YAML 1.2; its data, variables and inputs are read
// by the rules of its dialect, as in a file of their own: `vars: {x: no}` of an Ansible template is false. Throws Error
// with its place.
Value load_workspace(Sources& sources, std::uint32_t file, Budget& budget, FindDialect find);

}  // namespace evalground
