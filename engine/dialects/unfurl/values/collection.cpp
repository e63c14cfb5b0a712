#include "dialects/unfurl/values/collection.hpp"

#include "dialects/unfurl/values/external.hpp"
#include "dialects/unfurl/values/status.hpp"
#include "value/compare.hpp"
#include "value/transform.hpp"

namespace evalground::unfurl {

Value Collection::get(Context&, const Value& key) {
  return find(key);
}

// A collection that is being resolved contains itself if it is met again: that place is null.
Value Collection::resolve(Context& context) {
  if (is_taken()) return Value::null();
  const Taking taking(*this);
  const Depth depth = context.budget.enter();
  if (is_list()) {
    List items;
    for (std::size_t index = 0; index < size(); ++index) items.push_back(plain(context, item(index)));
    return Value::list(std::move(items));
  }
  Map entries;
  for (std::size_t index = 0; index < size(); ++index) {
    Value name = key(index);  // get the key first: the evaluation order of arguments is unspecified
    entries.set(std::move(name), plain(context, item(index)));
  }
  return Value::map(std::move(entries));
}

bool is_list_like(const Value& value) {
  const auto* collection = object_cast<Collection>(value);
  return value.is_list() || value.kind() == Kind::tuple || (collection != nullptr && collection->is_list());
}

bool is_map_like(const Value& value) {
  const auto* collection = object_cast<Collection>(value);
  return value.is_map() || (collection != nullptr && !collection->is_list());
}

// A quoted value (`verbatim`) is plain whatever it contains. Resources and scalars stay objects: the outcome writes
// them.
Value plain(Context& context, const Value& value) {
  // Copy a list or map only when the first of its items changes.
  context.budget.step();
  if (value.verbatim()) return value;
  if (value.is_list() || value.kind() == Kind::tuple || value.is_map()) {
    const Depth depth = context.budget.enter();
    return transform_items(value, [&](const Value& item) { return plain(context, item); });
  }
  // Objects that stand for other values are resolved. The object's mark and origin carry over to the value.
  if (!value.is_object()) return value;
  if (object_cast<Collection>(value) == nullptr && object_cast<External>(value) == nullptr &&
      object_cast<Enumerated>(value) == nullptr) {
    return value;
  }
  Value result = value.as_object().resolve(context);
  if (object_cast<External>(value) != nullptr) result = plain(context, result);
  if (value.sensitive()) result = std::move(result).with_sensitive();
  return std::move(result).with_origin(value.origin());
}

// Counts the members of a lazy collection without evaluating them.
bool truth(Context& context, const Value& value) {
  if (auto* collection = object_cast<Collection>(value)) return collection->size() != 0;
  return python_truth(plain(context, value));
}

Value without_objects(Context& context, const Value& value) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_object()) {
    Value plain = value.as_object().resolve(context);
    return plain.is_object() ? plain : without_objects(context, plain);
  }
  return transform_items(value, [&](const Value& item) { return without_objects(context, item); });
}

}  // namespace evalground::unfurl
