// Values that are no plain data, and what templates can do with them: the base of ranges, macros, loops, namespaces,
// modules and functions, and of what an embedding dialect wraps its own values in.
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
  mapping,   // as a sequence of its keys; items are found by key
  iterator   // Object::next() until it is spent
};

class TemplateObject : public Object {
 public:
  // `x.name`: an attribute or method; nothing when absent.
  virtual std::optional<Value> attribute(Evaluator& evaluator, std::string_view name);
  // `x[key]`; nothing when absent.
  virtual std::optional<Value> item(Evaluator& evaluator, const Value& key);
  virtual bool is_callable() const { return false; }
  // The module of its class in Python, which messages name; empty for what is built in.
  virtual std::string_view module() const { return {}; }
  // Whether it is data that a variable of Ansible can hold, as a date is.
  virtual bool is_data() const { return false; }
  // Whether its text is HTML already.
  virtual bool is_markup() const { return false; }
  virtual Value call(Evaluator& evaluator, const Arguments& arguments);
  virtual Shape shape() const { return Shape::none; }
  // Whether `in` looks for a hash, as in the keys of a map, instead of comparing items.
  virtual bool has_hashed_items() const { return false; }
  // Of a sequence or mapping: how many, and the item (of a mapping the key) by its place.
  virtual std::size_t size(Evaluator& evaluator);
  virtual Value at(Evaluator& evaluator, std::size_t index);
  virtual bool truth(Evaluator& evaluator);
  // `value OP other`; nothing when the operator does not fit.
  virtual std::optional<Value> operate(Evaluator& evaluator, PythonOperator operation, const Value& other);
  // `other OP value`, asked when the operator does not fit the other.
  virtual std::optional<Value> operate_reflected(Evaluator&, PythonOperator, const Value&) { return std::nullopt; }
  // Negative, 0 or positive for less than, equal to or greater than the other; nothing when they have no order.
  virtual std::optional<int> compare(const Value& other);
  // Python's str() and repr().
  virtual std::string text(Evaluator& evaluator);
  virtual std::string repr(Evaluator& evaluator) { return text(evaluator); }
  // `'{:spec}'.format(value)`, for a specification that is not empty; nothing when absent.
  virtual std::optional<std::string> formatted(std::string_view) { return std::nullopt; }
  // Of what only stands in for plain data: that data, which functions and operators are given instead; absent for all
  // others.
  virtual Value data(Evaluator&) { return {}; }
  // Of a named tuple: the tuple as which it is compared and formatted; null for all others.
  virtual const Value* as_tuple() const { return nullptr; }
  // By default the items of what can be iterated as a list, of a mapping as a map, else the text; needs `context` to be
  // the evaluator's.
  Value resolve(Context& context) override;
  const void* family() const final { return &common_family; }
  std::string python_repr() const override;

  static constexpr char common_family = 0;

 protected:
  explicit TemplateObject(Evaluator& evaluator) : evaluator_(evaluator) {}
  Evaluator& evaluator_;
};

// The object of a value, or null for plain data and for objects of other dialects.
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
