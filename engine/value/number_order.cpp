// Hot: compiled for speed in every module.
#include "value/number_order.hpp"

#include <cmath>

namespace evalground {
namespace {

Order reversed(Order order) {
  return order == Order::less ? Order::greater : order == Order::greater ? Order::less : order;
}

// The order of a number and one beyond 64 bits: every 64-bit integer is nearer to zero.
Order order_with(const Value& a, const BigInt& b) {
  if (a.kind() == Kind::real) {
    return std::isnan(a.as_real()) ? Order::unordered : order_of(0, BigInt::compare(b, a.as_real()));
  }
  if (a.kind() == Kind::object) return order_of(BigInt::compare(big_integer_of(a), b), 0);
  return b.is_negative() ? Order::greater : Order::less;
}

}  // namespace

Order number_order(const Value& a, const Value& b) {
  if (const auto* right = object_cast<BigInteger>(b)) return order_with(a, right->number);
  if (const auto* left = object_cast<BigInteger>(a)) return reversed(order_with(b, left->number));
  const auto integer_of = [](const Value& value) {
    return value.kind() == Kind::boolean ? std::int64_t{value.as_boolean()} : value.as_integer();
  };
  if (a.kind() != Kind::real && b.kind() != Kind::real) {
    return order_of(integer_of(a), integer_of(b));
  }
  if (a.kind() == Kind::real && b.kind() == Kind::real) {
    const double left = a.as_real();
    const double right = b.as_real();
    if (std::isnan(left) || std::isnan(right)) return Order::unordered;
    return order_of(left, right);
  }
  // An integer and a real, compared exactly: 2^53 + 1 differs from 2.0^53.
  const bool swapped = a.kind() == Kind::real;
  const double real = swapped ? a.as_real() : b.as_real();
  const std::int64_t integer = integer_of(swapped ? b : a);
  if (std::isnan(real)) return Order::unordered;
  Order order = Order::equal;
  if (real >= 9223372036854775808.0) {
    order = Order::less;
  } else if (real < -9223372036854775808.0) {
    order = Order::greater;
  } else {
    const double whole = std::floor(real);
    const auto floor = static_cast<std::int64_t>(whole);
    if (integer != floor) {
      order = integer < floor ? Order::less : Order::greater;
    } else if (real > whole) {
      order = Order::less;
    }
  }
  return swapped ? reversed(order) : order;
}

}  // namespace evalground
