// The variables that every run has: `sys` and `const`.
#pragma once

#include "dialects/cfengine/agent/variables.hpp"
#include "dialects/cfengine/data/version.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// Then the agent's table of variables is as large as on a bare machine, whatever is missing here.
void add_system_variables(Context& context, Variables& variables, Release release);
// Those that follow from the policy, and exist since 3.27: its release, and the version that its control body names.
void add_policy_variables(Context& context, Variables& variables);

}  // namespace evalground::cfengine
