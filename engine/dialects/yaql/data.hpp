// The workspace's data while it is observed: every part has an origin that names its path.
#pragma once

#include <vector>

#include "runtime/context.hpp"
#include "runtime/dialect.hpp"

namespace evalground::yaql {

class Evaluator;

// The value with an origin of its own for each part, of which the name is the path: "$.servers[0].name". The first
// 20,000 parts get one.
Value with_paths(Context& context, const Value& value, std::string_view root);

// The value as a tree; parts that the evaluator (if there is one) has read are "reached", the others "not reached".
OutlineNode data_tree(Context& context, const Evaluator* evaluator, const Value& value, std::string_view root);

}  // namespace evalground::yaql
