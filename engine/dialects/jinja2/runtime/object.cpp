// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/object.hpp"

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

std::optional<Value> TemplateObject::attribute(Evaluator&, std::string_view) {
  return std::nullopt;
}

std::optional<Value> TemplateObject::item(Evaluator& evaluator, const Value& key) {
  const bool is_flag = key.kind() == Kind::boolean;
  if (shape() != Shape::sequence || (key.kind() != Kind::integer && !is_flag)) return std::nullopt;
  const auto count = static_cast<std::int64_t>(size(evaluator));
  std::int64_t index = is_flag ? (key.as_boolean() ? 1 : 0) : key.as_integer();
  if (index < 0) index += count;
  if (index < 0 || index >= count) return std::nullopt;
  return at(evaluator, static_cast<std::size_t>(index));
}

Value TemplateObject::call(Evaluator& evaluator, const Arguments&) {
  evaluator.fail("type-error", "'" + std::string(type_name()) + "' object is not callable");
}

std::size_t TemplateObject::size(Evaluator&) {
  return 0;
}

Value TemplateObject::at(Evaluator&, std::size_t) {
  return {};
}

bool TemplateObject::truth(Evaluator& evaluator) {
  const Shape kind = shape();
  return (kind != Shape::sequence && kind != Shape::mapping) || size(evaluator) != 0;
}

std::optional<int> TemplateObject::compare(const Value&) {
  return std::nullopt;
}

std::optional<Value> TemplateObject::operate(Evaluator&, PythonOperator, const Value&) {
  return std::nullopt;
}

std::string TemplateObject::text(Evaluator&) {
  return "<" + std::string(type_name()) + " object>";
}

std::string TemplateObject::python_repr() const {
  return const_cast<TemplateObject*>(this)->repr(evaluator_);
}

Value TemplateObject::resolve(Context&) {
  const Shape kind = shape();
  if (kind == Shape::none) return evaluator_.noted_text(Value::object(Ref<Object>(this)));
  List items;
  Map entries;
  const Value self = Value::object(Ref<Object>(this));
  evaluator_.each(self, [&](Value& one) {
    if (kind == Shape::mapping) {
      entries.set(one, item(evaluator_, one).value_or(Value::null()));
    } else {
      items.push_back(std::move(one));
    }
    return true;
  });
  return kind == Shape::mapping ? Value::map(std::move(entries)) : Value::list(std::move(items));
}

}  // namespace evalground::jinja2
