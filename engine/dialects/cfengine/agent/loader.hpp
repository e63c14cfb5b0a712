// A policy with all files that it includes, checked.
#pragma once

#include <vector>

#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// Parses and checks the workspace's policy and its `inputs`. Errors are added to `diagnostics`. The policy holds
// everything that could be read.
void load_policy(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics);

}  // namespace evalground::cfengine
