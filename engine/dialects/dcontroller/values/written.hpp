// Gives what a user wrote its places: expressions and documents as values with origins.
#pragma once

#include <optional>

#include "runtime/context.hpp"

namespace evalground::dcontroller {

// The workspace's expression with origins in a text of its own. Text that is the JSON or YAML of a map or list is that;
// other text is a path or a literal. Throws Error for text that begins as a map or list and cannot be read.
Value located_expression(Context& context);

// The workspace's document by the rules of Kubernetes; nothing when absent.
std::optional<Value> located_document(Context& context);

// A value as JSON gives it to the controller: integers past 64 bits are floats. Throws Error "number-out-of-range".
Value as_go_reads(const Value& value, Budget& budget);

}  // namespace evalground::dcontroller
