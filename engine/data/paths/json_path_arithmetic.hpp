// + - * / in the filters of the variant.
#pragma once

#include "data/paths/json_path_tree.hpp"

namespace evalground {

// The result for two numbers as in Go, with integer arithmetic for two integers. `+` of two texts joins them. Undefined
// for other operands.
Value path_arithmetic(json_path::Operator op, const Value& a, const Value& b);

}  // namespace evalground
