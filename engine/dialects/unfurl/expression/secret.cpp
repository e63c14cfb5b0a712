#include "dialects/unfurl/expression/secret.hpp"

#include "runtime/sensitive.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {

StoredValue::StoredValue(Evaluator& evaluator, Store store) : evaluator_(evaluator), store_(store) {}

StoredValue::StoredValue(Evaluator& evaluator, Store store, Value value)
    : evaluator_(evaluator), store_(store), value_(std::move(value)) {}

const Map& StoredValue::definitions() const {
  return store_ == Store::locals ? evaluator_.environment.locals : evaluator_.environment.secrets;
}

Value StoredValue::read(const Value& key) const {
  const Value* definition = definitions().find(key);
  if (definition == nullptr) return {};
  const Value value = evaluator_.map_value(*definition, Evaluator::scope_of(evaluator_.tree.root()));
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
