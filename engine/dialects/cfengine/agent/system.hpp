// The variables that every run has: `sys` and `const`.
#pragma once

#include "dialects/cfengine/agent/variables.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

void add_system_variables(Context& context, Variables& variables);

}  // namespace evalground::cfengine
