// A policy with all the files that it includes, checked.
#pragma once

#include <vector>

#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// Parses and checks the workspace's policy and what its `inputs` name. What is wrong is added to `diagnostics`; the
// policy holds what could be read.
void load_policy(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics);

}  // namespace evalground::cfengine
