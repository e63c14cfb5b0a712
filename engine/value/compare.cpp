// Equality and order of values, by two sets of rules. Python compares numbers of all types, booleans included, and NaN
// is unequal to itself. JSON keeps booleans and numbers apart.
//
// Hot: compiled for speed in every module.
#include "value/compare.hpp"

#include <string>

#include "base/text/text.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

// True when two lists have equal items in the same order. `equal` compares two values.
template <class Equal>
bool equal_items(const List& a, const List& b, Budget& budget, const Equal& equal) {
  if (a.size() != b.size()) return false;
  const Depth depth = budget.enter();
  for (std::size_t index = 0; index < a.size(); ++index) {
    budget.step();
    if (!equal(a[index], b[index])) return false;
  }
  return true;
}

// True when two maps have equal values under the same keys, in any order. With equal sizes, it suffices to look up each
// key of one in the other.
template <class Equal>
bool equal_members(const Map& a, const Map& b, Budget& budget, const Equal& equal) {
  if (a.size() != b.size()) return false;
  const Depth depth = budget.enter();
  for (const auto& [key, value] : a) {
    budget.step();
    const Value* other = b.find(key);
    if (other == nullptr || !equal(value, *other)) return false;
  }
  return true;
}

}  // namespace

// Containers are compared item by item even if they are the same object, because they may contain NaN.
bool python_equal(const Value& a, const Value& b, Budget& budget) {
  if (is_python_number(a) && is_python_number(b)) return equal_numbers(a, b);
  if (a.kind() != b.kind()) return false;
  if (a.same_as(b) && a.kind() != Kind::list && a.kind() != Kind::tuple && a.kind() != Kind::map) return true;
  const auto equal = [&budget](const Value& left, const Value& right) { return python_equal(left, right, budget); };
  switch (a.kind()) {
    case Kind::undefined:
    case Kind::null: return true;
    case Kind::string: return a.as_string() == b.as_string();
    case Kind::bytes: return a.as_bytes() == b.as_bytes();
    // Both have the same kind here: a list and a tuple are never equal.
    case Kind::list:
    case Kind::tuple: return equal_items(a.as_list(), b.as_list(), budget, equal);
    case Kind::set:
    case Kind::map: return equal_members(a.as_map(), b.as_map(), budget, equal);
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
  const auto equal = [&](const Value& left, const Value& right) { return json_equal(left, right, numbers, budget); };
  switch (a.kind()) {
    case Kind::boolean: return a.as_boolean() == b.as_boolean();
    case Kind::string: return a.as_string() == b.as_string();
    case Kind::list: return equal_items(a.as_list(), b.as_list(), budget, equal);
    case Kind::map: return equal_members(a.as_map(), b.as_map(), budget, equal);
    default: return python_equal(a, b, budget);
  }
}

// Lists are ordered by their first different items. Types that have no order are an error, as in Python 3.
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
    case Kind::string: return value.text_size() != 0;
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
