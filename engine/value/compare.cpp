// Hot: compiled for speed in every module.
#include "value/compare.hpp"

#include <string>

#include "base/text/text.hpp"
#include "value/map.hpp"

namespace evalground {

bool python_equal(const Value& a, const Value& b, Budget& budget) {
  if (is_python_number(a) && is_python_number(b)) return equal_numbers(a, b);
  if (a.kind() != b.kind()) return false;
  if (a.same_as(b) && a.kind() != Kind::list && a.kind() != Kind::tuple && a.kind() != Kind::map) return true;
  switch (a.kind()) {
    case Kind::undefined:
    case Kind::null: return true;
    case Kind::string: return a.as_string() == b.as_string();
    case Kind::bytes: return a.as_bytes() == b.as_bytes();
    // Both are of one kind here: a list and a tuple are never equal.
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
    // Of the same size, so that each key of the one found in the other is enough, in any order.
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
    return equal_numbers(a, b);
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

Order python_order(const Value& a, const Value& b, Budget& budget) {
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return order_of(a.as_integer(), b.as_integer());
  if (is_python_number(a) && is_python_number(b)) return number_order(a, b);
  if (a.kind() == b.kind()) {
    switch (a.kind()) {
      case Kind::string: return order_of(a.as_string().compare(b.as_string()), 0);  // UTF-8 sorts by code point
      case Kind::bytes: return order_of(a.as_bytes().compare(b.as_bytes()), 0);
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
  throw Error("unorderable",
              "There is no order between " + with_article(name(a)) + " and " + with_article(name(b)) + ".", b.origin());
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
