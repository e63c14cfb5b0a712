#include "dialects/heat/json_keys.hpp"

#include <algorithm>

#include "dialects/heat/python_json.hpp"
#include "value/map.hpp"

namespace evalground::heat {
namespace {

// Usually true, and then the value is not copied.
bool has_text_keys(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    const List& items = value.as_list();
    return std::all_of(items.begin(), items.end(), [&](const Value& item) { return has_text_keys(item, budget); });
  }
  if (!value.is_map()) return true;
  const Map& entries = value.as_map();
  return std::all_of(entries.begin(), entries.end(), [&](const Map::Entry& entry) {
    return entry.key.is_string() && has_text_keys(entry.value, budget);
  });
}

Value renamed(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(renamed(item, budget));
    return Value::list(std::move(items)).with_origin(value.origin()).with_sensitive(value.sensitive());
  }
  if (!value.is_map()) return value;
  Map entries;
  for (const auto& [key, item] : value.as_map()) {
    entries.set(key.is_string() ? key : Value::string(python_json(key, budget)).with_origin(key.origin()),
                renamed(item, budget));
  }
  return Value::map(std::move(entries)).with_origin(value.origin()).with_sensitive(value.sensitive());
}

}  // namespace

Value with_text_keys(const Value& value, Budget& budget) {
  return has_text_keys(value, budget) ? value : renamed(value, budget);
}

}  // namespace evalground::heat
