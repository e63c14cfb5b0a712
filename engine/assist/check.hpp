// Checks a workspace without running it: its problems, its outline and its tokens.
#pragma once

#include <string>

#include "runtime/dialect.hpp"

namespace evalground {

// {"diagnostics": […], "outline": […], "tokens": […]} for a workspace in its JSON form.
std::string check(const Value& workspace, FindDialect find);

}  // namespace evalground
