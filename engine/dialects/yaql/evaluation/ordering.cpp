// Sorts for orderBy and thenBy, when the first item is drawn. The sort is stable, and the selectors run at most once
// for each item. Those of thenBy run only for items whose first keys are equal.
#include "dialects/yaql/evaluation/ordering.hpp"

#include <algorithm>

#include "dialects/yaql/evaluation/evaluator.hpp"

namespace evalground::yaql {

// A further key invalidates a result that was drawn before.
void Ordering::add(Criterion criterion) {
  criteria_.push_back(std::move(criterion));
  sorted_ = Value();
}

// Sorts indexes instead of items, because a row of keys belongs to each item. Integers are compared directly: they are
// the usual keys.
const Value& Ordering::sorted(Evaluator& evaluator) {
  if (!sorted_.is_undefined()) return sorted_;
  for (Value item; source_(item);) items_.push_back(item);
  Budget& budget = evaluator.context.budget;
  const std::size_t width = criteria_.size();
  // The keys of all items, row by row. A key is undefined until a comparison needs it.
  List keys(items_.size() * width);
  const auto key = [&](std::uint32_t place, std::size_t column) -> const Value& {
    Value& known = keys[place * width + column];
    if (known.is_undefined()) known = criteria_[column].selector(evaluator, items_[place]);
    return known;
  };
  // The first criterion of every item is needed anyway. It is evaluated here in the order of the items, so that neither
  // the recorded reads nor the error for incomparable keys depend on the sorting algorithm. The error names the first
  // two neighbours of different kinds.
  std::uint32_t last = 0;
  for (std::uint32_t place = 0; items_.size() > 1 && place < items_.size(); ++place) {
    const Value& own = key(place, 0);
    if (own.is_null()) continue;
    if (own.kind() != key(last, 0).kind() && !key(last, 0).is_null()) evaluator.is_less(key(last, 0), own);
    last = place;
  }
  std::vector<std::uint32_t, CountingAllocator<std::uint32_t>> places(items_.size());
  for (std::uint32_t place = 0; place < places.size(); ++place) places[place] = place;
  std::stable_sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
    budget.step();
    for (std::size_t column = 0; column < width; ++column) {
      const Value& left = key(a, column);
      const Value& right = key(b, column);
      const bool is_descending = criteria_[column].is_descending;
      if (left.kind() == Kind::integer && right.kind() == Kind::integer) {
        const std::int64_t x = left.as_integer();
        const std::int64_t y = right.as_integer();
        if (x != y) return (x < y) != is_descending;
        continue;
      }
      if (evaluator.is_less(left, right)) return !is_descending;
      if (evaluator.is_less(right, left)) return is_descending;
    }
    return false;
  });
  List result;
  result.reserve(items_.size());
  for (const std::uint32_t place : places) result.push_back(items_[place]);
  sorted_ = Value::list(std::move(result));
  return sorted_;
}

}  // namespace evalground::yaql
