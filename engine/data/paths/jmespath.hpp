// JMESPath (jmespath.org): queries over plain values, with the results of the Python implementation.
#pragma once

#include <functional>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// The value that the expression selects from the data; null without a match. Only lists are arrays, tuples are not.
// Throws Error "jmespath-syntax", "jmespath-function" for unknown functions and wrong numbers of arguments, and
// "jmespath-type" for arguments of a wrong type. Every node and item spends a step.
//
// An undefined value within the data is passed on. Reading a part of it, comparing it or testing its truth calls
// `touched` with it, which may throw. If it returns, the value counts as null.
Value search_jmespath(std::string_view expression, const Value& data, Budget& budget,
                      const std::function<void(const Value&)>& touched = {});

}  // namespace evalground
