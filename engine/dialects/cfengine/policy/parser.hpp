// Parses policy text to its syntax tree. Continues after an error, so that one run reports them all.
#pragma once

#include <vector>

#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// Adds the contents of a file of the context's sources to the policy. Each error becomes a diagnostic "syntax".
void parse_policy(Context& context, std::uint32_t file, Policy& policy, std::vector<Diagnostic>& diagnostics);

// The workspace's `expression`.
ParsedExpression parse_expression(Context& context, std::uint32_t file, Policy& policy,
                                  std::vector<Diagnostic>& diagnostics);

}  // namespace evalground::cfengine
