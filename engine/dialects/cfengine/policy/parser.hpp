// Policy text to its syntax tree. Goes on after a mistake, so that one run reports them all.
#pragma once

#include <vector>

#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// Adds what a file of the context's sources holds to the policy; each mistake becomes a diagnostic "syntax".
void parse_policy(Context& context, std::uint32_t file, Policy& policy, std::vector<Diagnostic>& diagnostics);

// One function call, as the workspace's `expression` holds it: the only attribute of a promise of type `vars`.
const Rvalue* parse_call(Context& context, std::uint32_t file, Policy& policy, std::vector<Diagnostic>& diagnostics);

}  // namespace evalground::cfengine
