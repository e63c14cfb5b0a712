#include "dialects/unfurl/expression/lazy.hpp"

#include "value/map.hpp"
#include "value/transform.hpp"

namespace evalground::unfurl {

Value Collection::get(Context&, const Value& key) {
  return find(key);
}

Value Collection::resolve(Context& context) {
  if (is_taken()) return Value::null();
  const Taking taking(*this);
  const Depth depth = context.budget.enter();
  if (is_list()) {
    List items;
    for (std::size_t index = 0; index < size(); ++index) items.push_back(evaluator.plain(item(index)));
    return Value::list(std::move(items));
  }
  Map entries;
  for (std::size_t index = 0; index < size(); ++index) entries.set(key(index), evaluator.plain(item(index)));
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

LazyList::LazyList(Evaluator& evaluator_, Value definition, Scope scope)
    : Collection(evaluator_), Memo(evaluator_.memos), scope_(std::move(scope)) {
  items_.resize(definition.as_list().size());
  for (std::size_t index = 0; index < items_.size(); ++index) items_[index].definition = definition.as_list()[index];
}

Value LazyList::item(std::size_t index) {
  if (index >= items_.size()) return {};  // forgotten
  const Ref<Object> kept(this);
  return evaluator.read(items_[index], scope_);
}

LazyMap::LazyMap(Evaluator& evaluator_, Value definition, Scope scope)
    : Collection(evaluator_), Memo(evaluator_.memos), definition_(std::move(definition)), scope_(std::move(scope)) {
  items_.resize(definition_.as_map().size());
  for (std::size_t index = 0; index < items_.size(); ++index) {
    items_[index].definition = definition_.as_map().entry(index).value;
  }
}

Value LazyMap::item(std::size_t index) {
  if (index >= items_.size()) return {};  // forgotten
  const Ref<Object> kept(this);
  return evaluator.read(items_[index], scope_);
}

Value LazyMap::find(const Value& key) {
  const auto index = definition_.as_map().position(key);
  return index ? item(*index) : Value();
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

AttributeView::AttributeView(Evaluator& evaluator_, Resource& resource)
    : Collection(evaluator_), resource_(resource), names_(resource.attribute_names()) {}

Value AttributeView::item(std::size_t index) {
  return evaluator.attribute(resource_, names_[index]);
}

Value AttributeView::find(const Value& key) {
  return evaluator.attribute(resource_, key);
}

Value AllResources::find(const Value& key) {
  Resource* resource = key.is_string() ? evaluator.tree.find(key.as_string()) : nullptr;
  return resource != nullptr ? Value::object(Ref<Object>(resource)) : Value::null();
}

bool TypeValue::equals(const Object& other) const {
  const auto* type_value = dynamic_cast<const TypeValue*>(&other);
  return type_value != nullptr && type_value->type.is(type.name);
}

std::size_t TypeValue::hash() const {
  return static_cast<std::size_t>(hash_key(type.name));
}

}  // namespace evalground::unfurl
