// The arithmetic of eval().
#pragma once

#include <optional>
#include <string_view>

#include "base/budget.hpp"

namespace evalground::cfengine {

// The value of the longest prefix that is an expression, 0 for an empty text; nothing without such a prefix.
//
//   Sum     := Product { ('+' | '-' | '==' | '<=' | '<' | '>=' | '>') Product }
//   Product := Value   { ('^' | '**' | '*' | '/' | '%') Value }
//   Value   := Number [suffix] | Function '(' Value ')' | Constant | '(' Sum ')'
//
// Both levels are left-associative. Comparisons give 1 or 0.
std::optional<double> evaluate_infix(std::string_view text, Budget& budget);

}  // namespace evalground::cfengine
