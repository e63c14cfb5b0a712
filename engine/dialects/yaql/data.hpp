// The workspace's data as a tree.
#pragma once

#include <vector>

#include "runtime/context.hpp"
#include "runtime/dialect.hpp"

namespace evalground::yaql {

class Evaluator;

// The value as a tree; parts that the evaluator (if there is one) has read are "reached", the others "not reached".
OutlineNode data_tree(Context& context, const Evaluator* evaluator, const Value& value, std::string_view root);

}  // namespace evalground::yaql
