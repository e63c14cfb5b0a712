// Options of a workspace that only a flavor of its dialect reads.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground {

// Adds a hint for each. It is no warning, since a flavor may be taken away for a while.
void hint_at_unused_options(Context& context, const Dialect& dialect, FindDialect find);

}  // namespace evalground
