#include "dialects/jinja2/library/sorting.hpp"

#include <algorithm>
#include <numeric>

#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"

namespace evalground::jinja2 {
namespace {

Value without_case(Value value, bool is_case_sensitive) {
  if (is_case_sensitive || !value.is_string()) return value;
  return Value::string(to_lower(value.as_string()));
}

}  // namespace

Value sort_key(Evaluator& evaluator, const Value& item, const Value& attribute, bool is_case_sensitive,
               const Value* fallback) {
  if (!attribute.is_string() || attribute.as_string().find(',') == std::string_view::npos) {
    return without_case(attribute_at(evaluator, item, attribute, fallback), is_case_sensitive);
  }
  List keys;
  std::string_view rest = attribute.as_string();
  for (;;) {
    const std::size_t comma = rest.find(',');
    keys.push_back(
        without_case(attribute_at(evaluator, item, Value::string(rest.substr(0, comma)), fallback), is_case_sensitive));
    if (comma == std::string_view::npos) return Value::list(std::move(keys));
    rest.remove_prefix(comma + 1);
  }
}

List sorted(Evaluator& evaluator, List items, const List& keys, bool is_reverse) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    evaluator.context.budget.step();
    return is_reverse ? evaluator.less(keys[b], keys[a]) : evaluator.less(keys[a], keys[b]);
  });
  List result;
  result.reserve(items.size());
  for (const std::size_t index : order) result.push_back(std::move(items[index]));
  return result;
}

}  // namespace evalground::jinja2
