// Moving to another version of a dialect's reference: what must change in a workspace's main document.
#pragma once

#include <string>
#include <string_view>

#include "runtime/dialect.hpp"

namespace evalground {

// {"diagnostics": […]} of a workspace, from Dialect::port. Throws Error "bad-request" for an unknown dialect,
// "unavailable" for an unknown version.
std::string port(const Value& workspace, std::string_view to, FindDialect find);

}  // namespace evalground
