#include "dialects/unfurl/expression/secret.hpp"

#include "value/python_text.hpp"

namespace evalground::unfurl {

StoredValue::StoredValue(Evaluator& evaluator, Store store) : evaluator_(evaluator), store_(store) {}

StoredValue::StoredValue(Evaluator& evaluator, Store store, Value value)
    : evaluator_(evaluator), store_(store), value_(std::move(value)) {}

const Map& StoredValue::definitions() const {
  return store_ == Store::locals ? evaluator_.surroundings.locals : evaluator_.surroundings.secrets;
}

Value StoredValue::get(Context&, const Value& key) {
  const Value* definition = definitions().find(key);
  if (definition == nullptr) return {};
  const Value value = evaluator_.map_value(*definition, Evaluator::scope_of(evaluator_.tree.root()));
  return store_ == Store::secrets ? marked_sensitive(evaluator_.context, value) : value;
}

Value StoredValue::resolve(Context& context) {
  if (!value_.is_undefined()) return value_;
  Map all;
  for (const Map::Entry& entry : definitions()) all.set(entry.key, get(context, entry.key));
  Value result = Value::map(std::move(all));
  return store_ == Store::secrets ? marked_sensitive(context, std::move(result)) : result;
}

std::string StoredValue::python_repr() const {
  return evalground::python_repr(const_cast<StoredValue*>(this)->resolve(evaluator_.context),
                                 evaluator_.context.budget);
}

Value marked_sensitive(Context& context, Value value) {
  const Kind kind = value.kind();
  const bool can_be = kind == Kind::string || kind == Kind::bytes || kind == Kind::list || kind == Kind::map ||
                      kind == Kind::tuple || kind == Kind::set;
  if (!can_be) return value;
  context.secrets.add(value, SecretTexts::Kind::marked);
  return std::move(value).with_sensitive();
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
