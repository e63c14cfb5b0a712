// Hot: compiled for speed in every module.
#include "value/compare.hpp"

#include <cmath>
#include <cstring>

#include "base/hash.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

bool is_numeric(const Value& value) {
  return value.is_number() || value.kind() == Kind::boolean || object_cast<BigInteger>(value) != nullptr;
}

template <class T>
Order order_of(T a, T b) {
  return a < b ? Order::less : b < a ? Order::greater : Order::equal;
}

Order order_of(int comparison) {
  return order_of(comparison, 0);
}

Order reversed(Order order) {
  return order == Order::less ? Order::greater : order == Order::greater ? Order::less : order;
}

// A number against one that 64 bits do not hold.
Order order_with(const Value& a, const BigInt& b) {
  if (a.kind() == Kind::real) {
    return std::isnan(a.as_real()) ? Order::unordered : reversed(order_of(BigInt::compare(b, a.as_real())));
  }
  if (a.kind() == Kind::object) return order_of(BigInt::compare(big_integer_of(a), b));
  return b.is_negative() ? Order::greater : Order::less;
}

// Booleans count as 0 and 1.
Order order_numbers(const Value& a, const Value& b) {
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

Order order_text(std::string_view a, std::string_view b) {
  // UTF-8 sorts by code point.
  return order_of(a.compare(b));
}

}  // namespace

bool python_equal(const Value& a, const Value& b, Budget& budget) {
  if (is_numeric(a) && is_numeric(b)) return order_numbers(a, b) == Order::equal;
  if (a.kind() != b.kind()) return false;
  if (a.same_as(b) && a.kind() != Kind::list && a.kind() != Kind::tuple && a.kind() != Kind::map) return true;
  switch (a.kind()) {
    case Kind::undefined:
    case Kind::null: return true;
    case Kind::string: return a.as_string() == b.as_string();
    case Kind::bytes: return a.as_bytes() == b.as_bytes();
    case Kind::list:
    case Kind::tuple: {
      const List& left = a.as_list();
      const List& right = b.as_list();
      if (left.size() != right.size()) return false;
      const Depth depth = budget.enter();
      for (std::size_t index = 0; index < left.size(); ++index) {
        budget.step();
        if (!python_equal(left[index], right[index], budget)) return false;
      }
      return true;
    }
    case Kind::set:
    case Kind::map: {
      const Map& left = a.as_map();
      const Map& right = b.as_map();
      if (left.size() != right.size()) return false;
      const Depth depth = budget.enter();
      for (const auto& [key, value] : left) {
        budget.step();
        const Value* other = right.find(key);
        if (other == nullptr || !python_equal(value, *other, budget)) return false;
      }
      return true;
    }
    case Kind::object: return a.as_object().equals(b.as_object());
    default: return false;
  }
}

bool json_equal(const Value& a, const Value& b, NumberEquality numbers, Budget& budget) {
  if (a.is_number() && b.is_number()) {
    if (numbers == NumberEquality::by_type && a.kind() != b.kind()) return false;
    return order_numbers(a, b) == Order::equal;
  }
  const bool is_long = a.is_object() || b.is_object();  // an integer past 64 bits
  if (is_long && numbers == NumberEquality::by_value) return python_equal(a, b, budget);
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::boolean: return a.as_boolean() == b.as_boolean();
    case Kind::string: return a.as_string() == b.as_string();
    case Kind::list: {
      const List& left = a.as_list();
      const List& right = b.as_list();
      if (left.size() != right.size()) return false;
      const Depth depth = budget.enter();
      for (std::size_t index = 0; index < left.size(); ++index) {
        budget.step();
        if (!json_equal(left[index], right[index], numbers, budget)) return false;
      }
      return true;
    }
    case Kind::map: {
      const Map& left = a.as_map();
      const Map& right = b.as_map();
      if (left.size() != right.size()) return false;
      const Depth depth = budget.enter();
      for (const auto& [key, value] : left) {
        budget.step();
        const Value* other = right.find(key);
        if (other == nullptr || !json_equal(value, *other, numbers, budget)) return false;
      }
      return true;
    }
    default: return python_equal(a, b, budget);
  }
}

bool equal_keys(const Value& a, const Value& b) {
  if (is_numeric(a) && is_numeric(b)) return order_numbers(a, b) == Order::equal;
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::undefined:
    case Kind::null: return true;
    case Kind::string: return a.as_string() == b.as_string();
    case Kind::bytes: return a.as_bytes() == b.as_bytes();
    case Kind::tuple: {
      const List& left = a.as_list();
      const List& right = b.as_list();
      if (left.size() != right.size()) return false;
      for (std::size_t index = 0; index < left.size(); ++index) {
        if (!equal_keys(left[index], right[index])) return false;
      }
      return true;
    }
    case Kind::set: {
      const Map& left = a.as_map();
      const Map& right = b.as_map();
      if (left.size() != right.size()) return false;
      for (const auto& entry : left) {
        if (!right.contains(entry.key)) return false;
      }
      return true;
    }
    case Kind::object: return a.as_object().equals(b.as_object());
    default: return false;
  }
}

std::uint64_t hash_key(std::string_view text) {
  return hash_bytes(text);
}

std::uint64_t hash_key(const Value& key) {
  switch (key.kind()) {
    case Kind::undefined: return hash_integer(1);
    case Kind::null: return hash_integer(2);
    case Kind::boolean: return hash_integer(key.as_boolean() ? 1 : 0);
    case Kind::integer: return hash_integer(static_cast<std::uint64_t>(key.as_integer()));
    case Kind::real: {
      // 1.0 and 1 are one key, so whole numbers hash as integers.
      const double real = key.as_real();
      if (real >= -9223372036854775808.0 && real < 9223372036854775808.0 && real == std::floor(real)) {
        return hash_integer(static_cast<std::uint64_t>(static_cast<std::int64_t>(real)));
      }
      std::uint64_t bits = 0;
      std::memcpy(&bits, &real, sizeof bits);
      return hash_integer(bits);
    }
    case Kind::string: return hash_bytes(key.as_string());
    case Kind::bytes: return hash_bytes(key.as_bytes());
    case Kind::tuple: {
      std::uint64_t hash = 3;
      for (const Value& item : key.as_list()) hash = hash_integer(hash ^ hash_key(item));
      return hash;
    }
    case Kind::set: {
      std::uint64_t hash = 4;
      for (const auto& entry : key.as_map()) hash += hash_key(entry.key);  // order does not matter
      return hash_integer(hash);
    }
    case Kind::object:
      // 10 ** 30 and 1e30 are one key.
      if (const auto* integer = object_cast<BigInteger>(key)) {
        const auto real = integer->number.to_double();
        if (real && BigInt::compare(integer->number, *real) == 0) return hash_key(Value::real(*real));
      }
      return hash_integer(key.as_object().hash());
    case Kind::list:
    case Kind::map: break;
  }
  throw Error("unhashable-key", "A " + std::string(kind_name(key.kind())) + " cannot be a key.", key.origin());
}

Order python_order(const Value& a, const Value& b, Budget& budget) {
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return order_of(a.as_integer(), b.as_integer());
  if (is_numeric(a) && is_numeric(b)) return order_numbers(a, b);
  if (a.kind() == b.kind()) {
    switch (a.kind()) {
      case Kind::string: return order_text(a.as_string(), b.as_string());
      case Kind::bytes: return order_text(a.as_bytes(), b.as_bytes());
      case Kind::list:
      case Kind::tuple: {
        const List& left = a.as_list();
        const List& right = b.as_list();
        const Depth depth = budget.enter();
        for (std::size_t index = 0; index < left.size() && index < right.size(); ++index) {
          budget.step();
          if (!python_equal(left[index], right[index], budget)) return python_order(left[index], right[index], budget);
        }
        return left.size() < right.size() ? Order::less : left.size() > right.size() ? Order::greater : Order::equal;
      }
      default: break;
    }
  }
  const auto name = [](const Value& value) {
    return value.is_object() ? std::string(value.as_object().type_name()) : std::string(kind_name(value.kind()));
  };
  throw Error("unorderable", "A " + name(a) + " and a " + name(b) + " have no order.", b.origin());
}

bool python_truth(const Value& value) {
  switch (value.kind()) {
    case Kind::undefined:
    case Kind::null: return false;
    case Kind::boolean: return value.as_boolean();
    case Kind::integer: return value.as_integer() != 0;
    case Kind::real: return value.as_real() != 0;
    case Kind::string: return !value.as_string().empty();
    case Kind::bytes: return !value.as_bytes().empty();
    case Kind::list:
    case Kind::tuple: return !value.as_list().empty();
    case Kind::set:
    case Kind::map: return !value.as_map().empty();
    case Kind::object: return true;
  }
  return false;
}

}  // namespace evalground
