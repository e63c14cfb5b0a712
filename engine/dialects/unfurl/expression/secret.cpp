// Values of `environment::locals` and `environment::secrets`, and of the workspace's `secrets`.
//
//   {eval: {secret: password}}     a StoredValue, which keeps its store: `select: other` asks for another secret
#include "dialects/unfurl/expression/secret.hpp"

#include "runtime/sensitive.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {

StoredValue::StoredValue(Evaluator& evaluator, Store store) : evaluator_(evaluator), store_(store) {}

StoredValue::StoredValue(Evaluator& evaluator, Store store, Value value)
    : evaluator_(evaluator), store_(store), value_(std::move(value)) {}

Value with_marked_texts(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_string()) return value.with_sensitive();
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(with_marked_texts(item, budget));
    return Value::list(std::move(items)).with_origin(value.origin());
  }
  if (!value.is_map()) return value;
  Map entries;
  for (const auto& [key, item] : value.as_map()) entries.set(key, with_marked_texts(item, budget));
  return Value::map(std::move(entries)).with_origin(value.origin());
}

const Map& StoredValue::definitions() const {
  return store_ == Store::locals ? evaluator_.environment.locals : evaluator_.environment.secrets;
}

// A definition may be an expression. It is evaluated at the root, and not in the resource that asks.
Value StoredValue::read(const Value& key) const {
  const Value* definition = definitions().find(key);
  if (definition == nullptr) return {};
  // What the workspace gives is secret before it is evaluated.
  Context& context = evaluator_.context;
  const OriginId where = definition->origin();
  const bool is_given = store_ == Store::secrets && where != 0 && context.sources.origin(where).via == Via::secret;
  const Value value = evaluator_.map_value(is_given ? with_marked_texts(*definition, context.budget) : *definition,
                                           Evaluator::scope_of(evaluator_.tree.root()));
  return store_ == Store::secrets ? marked_sensitive(evaluator_.context, value) : value;
}

// A whole store is the map of its names to their evaluated values.
Value StoredValue::plain_value() const {
  if (!value_.is_undefined()) return value_;
  Map all;
  for (const Map::Entry& entry : definitions()) all.set(entry.key, read(entry.key));
  Value result = Value::map(std::move(all));
  return store_ == Store::secrets ? marked_sensitive(evaluator_.context, std::move(result)) : result;
}

Value StoredValue::get(Context&, const Value& key) {
  return read(key);
}

Value StoredValue::resolve(Context&) {
  return plain_value();
}

std::string StoredValue::python_repr() const {
  return evalground::python_repr(plain_value(), evaluator_.context.budget);
}

Value stored_value(Evaluator& evaluator, Store store, const Value& name) {
  const Value value = StoredValue(evaluator, store).get(evaluator.context, name);
  if (value.is_undefined() || value.is_null()) {
    if (store == Store::secrets && name.is_string()) evaluator.context.ask("secrets", name.as_string(), name.origin());
    return {};
  }
  return Value::object(make_ref<StoredValue>(evaluator, store, value)).with_sensitive(value.sensitive());
}

}  // namespace evalground::unfurl
