// Checks a policy before anything runs: names, types, numbers of arguments, literal values.
#pragma once

#include <vector>

#include "dialects/cfengine/policy/policy.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

// Adds a diagnostic for each mistake of the policy that would stop the reference before its first promise.
// Where the standard library is missing, bodies that there are not are no mistakes: they are gathered.
// `doubts` gathers what the reference lets pass although it can only fail, as warnings.
void check_policy(Context& context, const Policy& policy, std::vector<Diagnostic>& diagnostics,
                  std::vector<const Attribute*>* unknown_bodies = nullptr, std::vector<Diagnostic>* doubts = nullptr);

// The same for the calls in one value: of the workspace's `expression`, or of what is needed to load more files.
void check_calls(Context& context, const Policy& policy, const Rvalue& value, std::vector<Diagnostic>& diagnostics);

// The promise types that run, in the order in which they do.
inline constexpr std::string_view promise_types[] = {"meta", "vars", "defaults", "classes", "methods", "reports"};

// Whether the value of an attribute, such as `action`, names a body.
bool names_body(std::string_view attribute);

// Whether the reference itself knows promises of that type, whether or not they run here.
bool is_built_in_promise_type(std::string_view name);

// Whether an expression of a `classes` promise is one word, references in it or not; no other is taken.
bool is_class_word(std::string_view text);

// The attribute that gives a variable its type and value, the last one; null when absent.
const Attribute* typed_attribute(const Promise& promise);

}  // namespace evalground::cfengine
