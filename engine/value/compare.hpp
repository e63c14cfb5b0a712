// Equality, order and truth of values: one function per rule of a language, since the languages do not agree.
//
//                    1 == 1.0   true == 1   [1] == (1,)   "a" < 1
//   python_equal     yes        yes         no            python_order: an error
//   json_equal       by option  no          no            -
//
// Containers are compared item by item, which is work and recursion over data that a document chooses: each pair of
// items is a step of the budget, each level of nesting one of its depth. Equality of keys is in map.hpp, the order of
// numbers in number_order.hpp.
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
  by_type    // it does not
};

// Equality of JSON values: of the same kind and content (true is no number), maps without regard to order. Undefined
// equals only undefined.
bool json_equal(const Value& a, const Value& b, NumberEquality numbers, Budget& budget);

// Python's <: numbers and booleans by value, text and bytes by code point, lists and tuples lexically. Throws Error
// "unorderable" for other pairs, as Python's TypeError. `unordered`: a NaN takes part.
Order python_order(const Value& a, const Value& b, Budget& budget);

// Python's truth: false for undefined, null, false, 0, 0.0 and everything empty; objects are true.
bool python_truth(const Value& value);

}  // namespace evalground
