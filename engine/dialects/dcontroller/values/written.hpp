// Gives the user's input its places: expressions and documents as values with origins.
#pragma once

#include <optional>

#include "runtime/context.hpp"

namespace evalground::dcontroller {

// The workspace's expression, with origins in a source of its own. Text that is the JSON or YAML of a map or list is
// parsed. Other text is a path or a literal. Throws Error for text that begins like a map or list and is invalid.
Value located_expression(Context& context);

// The workspace's document, by the rules of Kubernetes; nothing when absent.
std::optional<Value> located_document(Context& context);

// A value as the controller reads it from JSON: integers beyond 64 bits are floats. Throws Error "number-out-of-range".
Value as_go_reads(const Value& value, Budget& budget);

}  // namespace evalground::dcontroller
