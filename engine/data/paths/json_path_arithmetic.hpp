// + - * / in the filters of the variant.
#pragma once

#include "data/paths/json_path_tree.hpp"

namespace evalground {

// Of two numbers as Go has it, integers among themselves; `+` of two texts joins them. Undefined for all else.
Value path_arithmetic(json_path::Operator op, const Value& a, const Value& b);

}  // namespace evalground
