// The workspace's data as a tree.
#pragma once

#include <vector>

#include "runtime/context.hpp"
#include "runtime/dialect.hpp"

namespace evalground::yaql {

class Evaluator;

// The value as a tree. Parts that the evaluator has read are marked "reached", the others "not reached". `evaluator`
// may be null.
OutlineNode data_tree(Context& context, const Evaluator* evaluator, const Value& value, std::string_view root);

}  // namespace evalground::yaql
