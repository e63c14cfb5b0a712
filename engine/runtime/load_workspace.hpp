// A workspace written as YAML.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground {

// The value of a file that contains a workspace. The workspace itself is YAML 1.2. Its data, variables and inputs are
// read by the rules of its dialect, as in files of their own: `vars: {x: no}` for an Ansible template is false. Throws
// Error with its place.
Value load_workspace(Sources& sources, std::uint32_t file, Budget& budget, FindDialect find);

}  // namespace evalground
