// Gives the user's input its places: expressions and documents as values with origins.
#pragma once

#include <vector>

#include "runtime/context.hpp"

namespace evalground::dcontroller {

// The workspace's expression, with origins in a source of its own. Text that is the JSON or YAML of a map, a list, a
// number, a boolean, null or text in quotes is parsed. Other text is a path or a literal. Throws Error for text that
// begins like a map, a list or an operator and is invalid; warns of other text that looks like YAML and is not.
Value located_expression(Context& context);

// The documents of the workspace's main file, by the rules of Kubernetes, without empty ones among several. Empty when
// the workspace has no file.
std::vector<Value> located_documents(Context& context);

// A value as the controller reads it from JSON: integers beyond 64 bits are floats. Throws Error "number-out-of-range".
Value as_go_reads(const Value& value, Budget& budget);

}  // namespace evalground::dcontroller
