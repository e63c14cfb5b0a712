// Checks a workspace without running it: its problems, its outline and its tokens.
#pragma once

#include <string>

#include "runtime/dialect.hpp"

namespace evalground {

// {"diagnostics": […], "outline": […], "tokens": […]} for the `workspace` of a request. Its members
// `tokens` and `nodes` have the form of the run options. With `nodes: 0`, no outline is made.
std::string check(const Map& request, FindDialect find);

}  // namespace evalground
