#include "dialects/unfurl/merge/diff.hpp"

#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/merge/merge.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

Value strategy(std::string_view word) {
  return Value::map({{strategy_key, Value::string(word)}});
}

// True when merging the map replaces the other value completely.
bool replaces(const Value& map) {
  const std::string_view word = merge_strategy(map);
  return !word.empty() && word != "merge";
}

// The entry for a key whose old value was a map; undefined when nothing changed.
Value difference_of_map(const Value& old, const Value& changed, Budget& budget) {
  if (changed.is_null()) return strategy("nullout");
  if (!changed.is_map() || replaces(changed)) return changed;
  Value inner = difference(old, changed, budget);
  return inner.as_map().empty() ? Value() : inner;
}

}  // namespace

Value difference(const Value& old, const Value& changed, Budget& budget) {
  const Depth depth = budget.enter();
  Map result;
  for (const auto& [key, value] : old.as_map()) {
    budget.step();
    if (key.is_string() && key.as_string() == strategy_key) continue;
    const Value* now = changed.as_map().find(key);
    if (now == nullptr) {
      result.set(key, strategy("whiteout"));
    } else if (value.is_map()) {
      Value inner = difference_of_map(value, *now, budget);
      if (!inner.is_undefined()) result.set(key, std::move(inner));
    } else if (!json_equal(value, *now, NumberEquality::by_type, budget)) {
      result.set(key, *now);
    }
  }
  for (const auto& [key, value] : changed.as_map()) {
    budget.step();
    if (!old.as_map().contains(key)) result.set(key, value);
  }
  return Value::map(std::move(result)).with_origin(changed.origin());
}

}  // namespace evalground::unfurl
