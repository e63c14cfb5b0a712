// Checks a policy before anything runs: names, types, numbers of arguments, literal values.
#pragma once

#include <vector>

#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// Adds a diagnostic for each error in the policy that would stop the reference before its first promise. If the
// standard library is missing, unknown bodies are collected instead of reported. `doubts` collects warnings about what
// the reference accepts although it can only fail.
void check_policy(Context& context, const Policy& policy, std::vector<Diagnostic>& diagnostics,
                  std::vector<const Attribute*>* unknown_bodies = nullptr, std::vector<Diagnostic>* doubts = nullptr);

// Checks the calls in one value: of the workspace's `expression`, or of a value needed to load more files.
void check_calls(Context& context, const Policy& policy, const Rvalue& value, std::vector<Diagnostic>& diagnostics);

// The promise types that run, in their order.
inline constexpr std::string_view promise_types[] = {"meta", "vars", "defaults", "classes", "methods", "reports"};

// True when the reference itself knows promises of that type, whether or not they run here.
bool is_built_in_promise_type(std::string_view name);

// True when the expression of a `classes` promise is one word, with or without references. No other form is accepted.
bool is_class_word(std::string_view text);

// The last attribute that gives a variable its type and value; null when absent.
const Attribute* typed_attribute(const Promise& promise);

}  // namespace evalground::cfengine
