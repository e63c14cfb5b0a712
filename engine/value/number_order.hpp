// The order of numbers of different kinds, as in Python: by their exact values. So 1, 1.0 and true are equal, and 2**53
// + 1 is greater than 2.0**53, although a conversion to double would round both to the same number.
#pragma once

#include <cstdint>

#include "value/big_integer.hpp"

namespace evalground {

enum class Order : std::int8_t { less = -1, equal = 0, greater = 1, unordered = 2 };

template <class T>
Order order_of(const T& a, const T& b) {
  return a < b ? Order::less : b < a ? Order::greater : Order::equal;
}

// An integer of any size, a real number or a boolean, which counts as 0 or 1.
inline bool is_python_number(const Value& value) {
  return value.is_number() || value.kind() == Kind::boolean || object_cast<BigInteger>(value) != nullptr;
}

// The order of two numbers; `unordered` when one is a NaN.
Order number_order(const Value& a, const Value& b);

inline bool equal_numbers(const Value& a, const Value& b) {
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return a.as_integer() == b.as_integer();
  return number_order(a, b) == Order::equal;
}

}  // namespace evalground
