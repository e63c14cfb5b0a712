// Values beyond plain data, and their behaviour in templates: the base class of ranges, macros, loops, namespaces,
// modules and functions, and of the proxies of an embedding dialect.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dialects/jinja2/runtime/arguments.hpp"
#include "value/object.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {

class Evaluator;

// How a value is iterated.
enum class Shape : std::uint8_t {
  none,      // not at all
  sequence,  // size() and at()
  mapping,   // iterates over its keys; items are found by key
  iterator   // Object::next() until it is spent
};

class TemplateObject : public Object {
 public:
  // `x.name`: an attribute or method; absent when not found.
  virtual std::optional<Value> attribute(Evaluator& evaluator, std::string_view name);
  // `x[key]`; absent when not found.
  virtual std::optional<Value> item(Evaluator& evaluator, const Value& key);
  virtual bool is_callable() const { return false; }
  // The module of its Python class, for messages; empty for built-in types.
  virtual std::string_view module() const { return {}; }
  // Whether a variable of Ansible can hold it, as it can hold a date.
  virtual bool is_data() const { return false; }
  // Whether its text is HTML and must not be escaped.
  virtual bool is_markup() const { return false; }
  virtual Value call(Evaluator& evaluator, const Arguments& arguments);
  virtual Shape shape() const { return Shape::none; }
  // Whether `in` looks up a hash, as among the keys of a map, instead of comparing items.
  virtual bool has_hashed_items() const { return false; }
  // The number of items of a sequence or mapping, and the item or key at an index.
  virtual std::size_t size(Evaluator& evaluator);
  virtual Value at(Evaluator& evaluator, std::size_t index);
  virtual bool truth(Evaluator& evaluator);
  // `value OP other`; absent when the operator does not apply.
  virtual std::optional<Value> operate(Evaluator& evaluator, PythonOperator operation, const Value& other);
  // `other OP value`, tried when the operator does not apply to the other value.
  virtual std::optional<Value> operate_reflected(Evaluator&, PythonOperator, const Value&) { return std::nullopt; }
  // Negative, 0 or positive for less than, equal to or greater than the other; absent when they have no order.
  virtual std::optional<int> compare(const Value& other);
  // Python's str() and repr().
  virtual std::string text(Evaluator& evaluator);
  virtual std::string repr(Evaluator& evaluator) { return text(evaluator); }
  // `'{:spec}'.format(value)` for a specification that is not empty; absent when unsupported.
  virtual std::optional<std::string> formatted(std::string_view) { return std::nullopt; }
  // The data behind a lazy proxy, which functions and operators get instead of the proxy; absent for other objects.
  virtual Value data(Evaluator&) { return {}; }
  // The tuple behind a named tuple, used for comparison and formatting; null for other objects.
  virtual const Value* as_tuple() const { return nullptr; }
  // By default an iterable becomes a list, a mapping a map, and anything else its text. `context` must be the
  // evaluator's.
  Value resolve(Context& context) override;
  const void* family() const final { return &common_family; }
  std::string python_repr() const override;

  static constexpr char common_family = 0;

 protected:
  explicit TemplateObject(Evaluator& evaluator) : evaluator_(evaluator) {}
  Evaluator& evaluator_;
};

// The TemplateObject within a value; null for plain data and for objects of other dialects.
inline TemplateObject* template_object(const Value& value) {
  if (!value.is_object()) return nullptr;
  Object& object = value.as_object();
  return object.family() == &TemplateObject::common_family ? static_cast<TemplateObject*>(&object) : nullptr;
}

template <class T, class... Rest>
Value make_object(Evaluator& evaluator, Rest&&... rest) {
  return Value::object(Ref<Object>(new T(evaluator, std::forward<Rest>(rest)...)));
}

}  // namespace evalground::jinja2
