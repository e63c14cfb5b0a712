#include "dialects/jinja2/library/sorting.hpp"

#include <algorithm>
#include <numeric>

#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"

namespace evalground::jinja2 {
namespace {

Value without_case(Value value, bool is_case_sensitive) {
  if (is_case_sensitive || !value.is_string()) return value;
  return Value::string(to_lower(value.as_string())).with_markup(value.markup());
}

}  // namespace

Value sort_key(Evaluator& evaluator, const Value& item, const Value& attribute, bool is_case_sensitive,
               const Value* fallback) {
  return without_case(attribute_at(evaluator, item, attribute, fallback), is_case_sensitive);
}

Value sort_keys(Evaluator& evaluator, const Value& item, const Value& attributes, bool is_case_sensitive) {
  if (!attributes.is_string() || attributes.as_string().find(',') == std::string_view::npos) {
    return sort_key(evaluator, item, attributes, is_case_sensitive);
  }
  List keys;
  std::string_view rest = attributes.as_string();
  for (;;) {
    const std::size_t comma = rest.find(',');
    keys.push_back(sort_key(evaluator, item, Value::string(rest.substr(0, comma)), is_case_sensitive));
    if (comma == std::string_view::npos) return Value::list(std::move(keys));
    rest.remove_prefix(comma + 1);
  }
}

List sorted(Evaluator& evaluator, List items, const List& keys, bool is_reverse, KeyOrder key_order) {
  const auto is_less = [&](std::size_t left, std::size_t right) {
    evaluator.context.budget.step();
    const Value& a = keys[left];
    const Value& b = keys[right];
    // Items of lists are asked for equality first, which values without an order can have.
    const bool has_order = a.kind() == b.kind() && (a.is_string() || a.kind() == Kind::integer);
    if (key_order == KeyOrder::as_items && !has_order && evaluator.equal(a, b)) return false;
    return evaluator.less(a, b);
  };
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Backwards, equal ones keep their order only when they are sorted backwards, too.
  if (is_reverse) std::reverse(order.begin(), order.end());
  constexpr std::size_t most_inserted = 64;
  if (order.size() < most_inserted) {
    // As Python does it, so that the first pair without an order is the one that it names: the run at the beginning
    // that is in order, or strictly in reverse order, stays, and each item behind it is put in by halving.
    std::size_t sorted_end = std::min<std::size_t>(order.size(), 1);
    if (order.size() > 1) {
      const bool descends = is_less(order[1], order[0]);
      sorted_end = 2;
      while (sorted_end < order.size() && is_less(order[sorted_end], order[sorted_end - 1]) == descends) ++sorted_end;
      if (descends) std::reverse(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sorted_end));
    }
    for (; sorted_end < order.size(); ++sorted_end) {
      const auto begin = order.begin();
      const auto item = begin + static_cast<std::ptrdiff_t>(sorted_end);
      std::rotate(std::upper_bound(begin, item, *item, is_less), item, item + 1);
    }
  } else {
    std::stable_sort(order.begin(), order.end(), is_less);
  }
  if (is_reverse) std::reverse(order.begin(), order.end());
  List result;
  result.reserve(items.size());
  for (const std::size_t index : order) result.push_back(std::move(items[index]));
  return result;
}

}  // namespace evalground::jinja2
