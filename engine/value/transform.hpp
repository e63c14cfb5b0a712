// New values with some parts changed, which share all unchanged parts.
//
// Most values that an evaluation visits do not change. If a document of ten thousand values has one integer that is too
// long for a language, only that value changes, and the lists and maps around it. Only these are copied, each when its
// first part changes. Everything else is the same contents under another handle. With f(x) = 2x for numbers,
//
//   {a: [1, 2], b: {c: text}}   becomes   {a: [2, 4], b: {c: text}}   with `b` shared by both.
//
// "Changed" means not Value::same_as. If f only changes the origin or mark of a part, the part stays as before.
#pragma once

#include <cstddef>
#include <utility>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground {

// The value with each item of a list or tuple, or each value of a map, replaced by f(item), in order. Its kind, origin
// and marks stay. Any other value, including a set, is returned unchanged. f is responsible for nested values, and for
// steps and depth.
template <class F>
Value transform_items(const Value& value, const F& f) {
  Value result = value;
  if (value.is_map()) {
    const Map& entries = value.as_map();
    for (std::size_t index = 0; index < entries.size(); ++index) {
      const Value& before = entries.entry(index).value;
      Value after = f(before);
      if (!after.same_as(before)) result.edit_map().value_at(index) = std::move(after);
    }
  } else if (value.is_list() || value.kind() == Kind::tuple) {
    const List& items = value.as_list();
    for (std::size_t index = 0; index < items.size(); ++index) {
      Value after = f(items[index]);
      if (!after.same_as(items[index])) result.edit_list()[index] = std::move(after);
    }
  }
  return result;
}

// The same recursively: f is called for every nested value that is not a list, tuple or map, and for the value itself
// if it is a scalar. Each value costs a step, each level of nesting one of depth.
template <class F>
Value transform(const Value& value, Budget& budget, const F& f) {
  const Depth depth = budget.enter();
  budget.step();
  if (!value.is_list() && !value.is_map() && value.kind() != Kind::tuple) return f(value);
  return transform_items(value, [&](const Value& item) { return transform(item, budget, f); });
}

}  // namespace evalground
