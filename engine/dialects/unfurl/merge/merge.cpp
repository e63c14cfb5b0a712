// Merges maps and lists over each other.
//
//   base: {port: 80, tls: {on: false, port: 443}, tags: [a]}
//   over: {tls: {on: true}, tags: [b], port: {+%: whiteout}}
//   gives {tls: {on: true, port: 443}, tags: [a, b]}
//
// Maps are merged key by key and lists item by item. Any other value replaces. The key `+%` of a map selects another
// strategy for it: `whiteout` removes the key, `nullout` makes it null, `error` refuses a merge, any other word
// replaces. Null over a map counts as an empty map.
//
// The result has Unfurl's order: the keys of the last map come first, then the keys that only earlier maps have. Each
// value's origin records which value it overrides (inherit.hpp).
//
// The rules are those of `merge_dicts` and `merge_lists` in Unfurl's merge.py.
#include "dialects/unfurl/merge/merge.hpp"

#include <unordered_map>

#include "base/text/text.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/merge/inherit.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

// One key over the maps so far: its value, or several maps still to be merged. They are merged after all maps have been
// seen, so merging many maps takes one pass.
struct Merged {
  std::vector<Value> layers;  // several: all are maps; empty: a strategy removed the key
  std::size_t last_layer = 0;

  bool exists() const { return !layers.empty(); }
  bool is_map() const { return exists() && layers.back().is_map(); }
};

Value overriding(Context& context, Value winner, const Merged& loser) {
  if (!loser.exists()) return winner;
  const OriginId origin = overriding_origin(context.sources, winner.origin(), loser.layers.back().origin());
  return std::move(winner).with_origin(origin);
}

bool is_one_key_map(const Value& value) {
  return value.is_map() && value.as_map().size() == 1;
}

// `over` is a map, or null, which counts as an empty map.
void merge_map_over(Context& context, Merged& merged, const Value& key, const Value& over) {
  std::string_view strategy = merge_strategy(over);
  if (strategy.empty() && merged.layers.size() == 1) strategy = merge_strategy(merged.layers.back());
  if (strategy.empty()) strategy = "merge";
  if (strategy == "whiteout") {
    merged.layers.clear();
  } else if (strategy == "nullout") {
    merged.layers = {overriding(context, Value::null().with_origin(over.origin()), merged)};
  } else if (merged.is_map() && strategy == "error") {
    context.fail(over.origin(), "merge-not-allowed",
                 "Merging " + (key.is_string() ? quote(key.as_string()) : std::string("this key")) +
                     " is not allowed: its strategy is `+%: error`.");
  } else if (merged.is_map() && strategy == "merge") {
    if (over.is_map() && !over.as_map().empty()) merged.layers.push_back(over);
  } else {
    merged.layers = {overriding(context, over, merged)};
  }
}

void merge_over(Context& context, Merged& merged, const Value& key, const Value& over) {
  if (over.is_map() || (over.is_null() && merged.is_map())) {
    merge_map_over(context, merged, key, over);
  } else if (over.kind() == Kind::list && merged.exists() && merged.layers.back().kind() == Kind::list) {
    merged.layers = {merge_lists(context, merged.layers.back(), over)};
  } else {
    merged.layers = {overriding(context, over, merged)};
  }
}

// The index of the first map in the list that has only this key, or the list's size.
std::size_t find_one_key_map(Context& context, const List& items, const Value& key) {
  std::size_t place = 0;
  while (place < items.size() && !(is_one_key_map(items[place]) && items[place].as_map().contains(key))) {
    context.budget.step();
    ++place;
  }
  return place;
}

bool holds_equal(Context& context, const List& items, const Value& item) {
  for (const Value& other : items) {
    context.budget.step();
    if (python_equal(other, item, context.budget)) return true;
  }
  return false;
}

}  // namespace

std::string_view merge_strategy(const Value& value) {
  if (!value.is_map()) return {};
  const Value* strategy = value.as_map().find(strategy_key);
  return strategy != nullptr && strategy->is_string() ? strategy->as_string() : std::string_view();
}

Value merge_maps(Context& context, const std::vector<Value>& maps) {
  if (maps.size() == 1) return maps.front();
  const Depth depth = context.budget.enter();
  // Follow each key through all maps, in order.
  Map numbers;  // key -> its number in `merged`
  std::vector<Merged> merged;
  for (std::size_t layer = 0; layer < maps.size(); ++layer) {
    for (const auto& entry : maps[layer].as_map()) {
      context.budget.step();
      if (entry.key.is_string() && entry.key.as_string() == strategy_key) continue;
      const Value* number = numbers.find(entry.key);
      const std::size_t place = number == nullptr ? merged.size() : static_cast<std::size_t>(number->as_integer());
      if (number == nullptr) {
        numbers.set(entry.key, Value::integer(static_cast<std::int64_t>(place)));
        merged.emplace_back();
      }
      merged[place].last_layer = layer;
      if (layer == 0) {
        merged[place].layers = {entry.value};
      } else {
        merge_over(context, merged[place], entry.key, entry.value);
      }
    }
  }
  // Each key stands where the last map that has it puts it, so the last map's keys come first.
  Map result;
  result.reserve(merged.size());
  for (std::size_t layer = maps.size(); layer-- > 0;) {
    for (const auto& entry : maps[layer].as_map()) {
      const Value* number = numbers.find(entry.key);
      if (number == nullptr) continue;
      const Merged& value = merged[static_cast<std::size_t>(number->as_integer())];
      if (value.exists() && value.last_layer == layer) result.set(entry.key, merge_maps(context, value.layers));
    }
  }
  const Value& last = maps.back();
  return Value::map(std::move(result)).with_sensitive(last.sensitive()).with_origin(last.origin());
}

Value merge_lists(Context& context, const Value& base, const Value& over) {
  const Depth depth = context.budget.enter();
  Value result = base;
  List& items = result.edit_list();
  const List& added = over.as_list();
  for (std::size_t i = 0; i < added.size(); ++i) {
    context.budget.step();
    const Value& item = added[i];
    if (merge_strategy(item) == "merge") {
      if (i < items.size() && items[i].is_map()) {
        items[i] = merge_maps(context, {items[i], item});
      } else {
        items.push_back(merge_maps(context, {Value::map(), item}));
      }
    } else if (is_one_key_map(item)) {
      const std::size_t place = find_one_key_map(context, items, item.as_map().begin()->key);
      if (place < items.size()) {
        items[place] = merge_maps(context, {items[place], item});
      } else {
        items.push_back(item);
      }
    } else if (!holds_equal(context, items, item)) {
      items.push_back(item);
    }
  }
  return std::move(result).with_sensitive(base.sensitive() || over.sensitive()).with_origin(over.origin());
}

}  // namespace evalground::unfurl
