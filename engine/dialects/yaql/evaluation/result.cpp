// The result of an evaluation as plain data: iterators are drawn, sets become lists, keys are unwrapped, dates become
// text and time spans become seconds.
//
// The walk copies on write. A part that holds plain data only is returned unchanged, so a result taken from the input
// is walked but not copied.

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/cursor.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {

namespace {

// The kinds are ordered: everything below a list is a scalar.
bool is_scalar(const Value& value) {
  return value.kind() < Kind::list;
}
// Large integers are objects too, but plain data.
bool is_wrapped_key(const Value& key) {
  return key.is_object() && !is_integer(key);
}

}  // namespace

Value Evaluator::plain(const Value& value) {
  if (is_scalar(value)) return value;
  const Level level(*this);
  switch (value.kind()) {
    case Kind::map: return plain_map(value);
    case Kind::list: return plain_list(value);
    case Kind::set:
    case Kind::object: break;
    default: return value;
  }
  if (is_iterable(value)) {
    const bool stays_set = is_set(value) && !settings.converts_sets;
    return stays_set ? plain_set(value) : drawn_out(value);
  }
  const YaqlObject* object = yaql_object(value);
  if (object == nullptr) return value;
  switch (object->kind) {
    case ObjectKind::datetime:
      return Value::string(iso_text_of(*static_cast<const Datetime*>(object), 'T')).with_origin(value.origin());
    case ObjectKind::timespan:
      return Value::real(seconds_of(static_cast<const Timespan*>(object)->microseconds)).with_origin(value.origin());
    default:
      throw Error("no-plain-value", "The result holds " + with_article(object->type_name()) + ", which is no data.");
  }
}

// edit_list() copies only if the list is shared, and only when the first item differs.
Value Evaluator::plain_list(const Value& value) {
  check_length(value);
  check_quota(value);
  Value result = value;
  const List& items = value.as_list();
  context.budget.step(items.size() + 1);
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (is_scalar(items[at])) continue;
    Value item = plain(items[at]);
    if (!item.same_as(items[at])) result.edit_list()[at] = std::move(item);
  }
  return result;
}

// Keys are renamed in a second step, because most maps have only plain keys.
Value Evaluator::plain_map(const Value& value) {
  check_length(value);
  Value result = value;
  const Map& entries = value.as_map();
  context.budget.step(entries.size() + 1);
  bool has_wrapped_keys = false;
  for (std::size_t at = 0; at < entries.size(); ++at) {
    const Map::Entry& entry = entries.entry(at);
    has_wrapped_keys = has_wrapped_keys || is_wrapped_key(entry.key);
    if (is_scalar(entry.value)) continue;
    Value item = plain(entry.value);
    if (!item.same_as(entry.value)) result.edit_map().value_at(at) = std::move(item);
  }
  if (!has_wrapped_keys) return result;
  Map renamed;
  for (const auto& [key, item] : result.as_map()) {
    const Value plain_one = plain(plain_key(key));
    if (plain_one.is_list() || plain_one.is_map()) {
      throw Error("unhashable-key",
                  "A " + std::string(kind_name(plain_one.kind())) + " cannot be a key of the result.");
    }
    renamed.set(plain_one, item);
  }
  return Value::map(std::move(renamed)).with_origin(value.origin());
}

// A collection as a list: its items are drawn out one by one, each as plain data.
Value Evaluator::drawn_out(const Value& value) {
  List items;
  Cursor cursor(*this, value);
  while (const Value* item = cursor.next()) items.push_back(plain(*item));
  return Value::list(std::move(items)).with_origin(value.origin());
}

// A set stays one, unless it holds lists: those have no plain form in a set.
Value Evaluator::plain_set(const Value& value) {
  Map members;
  Cursor cursor(*this, value);
  while (const Value* item = cursor.next()) members.set(key_of(plain(*item), context.budget), Value::null());
  const bool holds_lists =
      std::any_of(members.begin(), members.end(), [](const Map::Entry& entry) { return is_wrapped_key(entry.key); });
  if (!holds_lists) return Value::set(std::move(members)).with_origin(value.origin());
  List list;
  for (const auto& member : members) list.push_back(plain_key(member.key));
  return Value::list(std::move(list)).with_origin(value.origin());
}

}  // namespace evalground::yaql
