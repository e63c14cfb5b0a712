// Equality, order and truth of values: one function per rule of a language, because languages differ.
//
//                    1 == 1.0   true == 1   [1] == (1,)   "a" < 1
//   python_equal     yes        yes         no            python_order: an error
//   json_equal       by option  no          no            -
//
// Containers are compared item by item, which is work and recursion over data that a document chooses. Each pair of
// items costs a step of the budget, each level of nesting one of its depth. For equality of keys see map.hpp, for the
// order of numbers number_order.hpp.
//
// Sources: the Python Language Reference, section 6.10.1 (value comparisons); JSON Schema Core 2020-12, section 4.2.2.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "value/number_order.hpp"

namespace evalground {

// Python's ==: numbers and booleans by value across kinds, text by content, lists and tuples item by item (a list never
// equals a tuple), maps without regard to order, objects by Object::equals. Undefined equals only undefined.
bool python_equal(const Value& a, const Value& b, Budget& budget);

enum class NumberEquality : std::uint8_t {
  by_value,  // 1 equals 1.0
  by_type    // 1 and 1.0 differ
};

// Equality of JSON values: same kind and content (true is not a number), maps without regard to order. Undefined equals
// only undefined.
bool json_equal(const Value& a, const Value& b, NumberEquality numbers, Budget& budget);

// Python's <: numbers and booleans by value, text and bytes by code point, lists and tuples lexically. Throws Error
// "unorderable" for other pairs, as Python's TypeError. `unordered`: a NaN takes part.
Order python_order(const Value& a, const Value& b, Budget& budget);

// Python's truth: false for undefined, null, false, 0, 0.0 and everything empty; objects are true.
bool python_truth(const Value& value);

}  // namespace evalground
