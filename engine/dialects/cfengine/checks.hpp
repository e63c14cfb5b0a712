// What is checked before anything runs: names, types, numbers of arguments, literal values.
#pragma once

#include <vector>

#include "dialects/cfengine/evaluator.hpp"

namespace evalground::cfengine {

// Adds a diagnostic for each mistake of the policy that would stop the reference before its first promise.
void check_policy(Context& context, const Policy& policy, std::vector<Diagnostic>& diagnostics);

// The same for the call of the workspace's `expression`.
void check_call(Context& context, const Rvalue& call, std::vector<Diagnostic>& diagnostics);

// The promise types that run, in the order in which they do.
inline constexpr std::string_view promise_types[] = {"meta", "vars", "defaults", "classes", "methods", "reports"};

// The attribute that gives a variable its type and value; null when there is none.
const Attribute* typed_attribute(const Promise& promise);

}  // namespace evalground::cfengine
