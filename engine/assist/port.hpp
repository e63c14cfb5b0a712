// A move to another version of a dialect's reference: what it asks of a workspace's main text.
#pragma once

#include <string>
#include <string_view>

#include "runtime/dialect.hpp"

namespace evalground {

// {"diagnostics": […]} of a workspace, as Dialect::port finds them. Throws Error "bad-request" for a dialect that there
// is not, "unavailable" for an unknown version.
std::string port(const Value& workspace, std::string_view to, FindDialect find);

}  // namespace evalground
