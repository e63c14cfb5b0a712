// The values of this dialect as templates see them.
//
// Jinja2 works on plain values and on TemplateObjects, which implement their operations. Most values are plain. A
// stand-in represents those that must not be resolved as a whole: a lazy map, of which `{{ SELF.port }}` evaluates one
// attribute; a map with a secret in it, which is sensitive only when that is read; a resource; a file, which is its
// path until its contents are read; a scalar, whose arithmetic is this dialect's.
//
//   {{ SELF.disk * 2 }}    SELF is an attribute view, its `disk` a scalar: ScalarStandIn::operate() calls `mul`
//
// Invariants: value() returns the original value with its identity, so an external value that a template only passes on
// stays one. Every result goes through Templates::given(), which records what is sensitive.
#include "dialects/unfurl/templates/values.hpp"

#include <algorithm>
#include <iterator>

#include "dialects/ansible/catalogue.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/unfurl/expression/resource_views.hpp"
#include "dialects/unfurl/expression/unavailable.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

template <class T, class... Arguments>
Value make_object(Arguments&&... arguments) {
  return Value::object(Ref<Object>(new T(std::forward<Arguments>(arguments)...)));
}

bool has_method(jinja2::PythonType type, std::string_view name) {
  return ansible::jinja_methods().find(type, name) != nullptr;
}

// The function that implements an operator.
std::string_view arithmetic_function(PythonOperator operation) {
  switch (operation) {
    case PythonOperator::add: return "add";
    case PythonOperator::subtract: return "sub";
    case PythonOperator::multiply: return "mul";
    case PythonOperator::true_divide: return "div";
    case PythonOperator::floor_divide: return "floordiv";
    case PythonOperator::modulo: return "mod";
    default: return "pow";
  }
}

// `x.get(key, default)`: reads only that key. Other methods need the whole map.
class GetMethod final : public jinja2::TemplateObject {
 public:
  GetMethod(jinja2::Evaluator& evaluator, CollectionStandIn& map)
      : jinja2::TemplateObject(evaluator), map_(Ref<Object>(&map)) {}
  std::string_view type_name() const override { return "method"; }
  bool is_callable() const override { return true; }
  Value call(jinja2::Evaluator& evaluator, const jinja2::Arguments& arguments) override {
    if (arguments.positional.empty() || arguments.positional.size() > 2) {
      evaluator.fail("type-error", "get() takes a key and a default");
    }
    auto& map = static_cast<CollectionStandIn&>(*map_);
    if (std::optional<Value> found = map.item(evaluator, arguments.positional[0])) return *found;
    return arguments.positional.size() == 2 ? arguments.positional[1] : Value::null();
  }

 private:
  const Ref<Object> map_;
};

// A function as a method of `__unfurl`.
class FunctionMethod final : public jinja2::TemplateObject {
 public:
  FunctionMethod(jinja2::Evaluator& evaluator, std::string_view name)
      : jinja2::TemplateObject(evaluator), name_(name) {}
  std::string_view type_name() const override { return "method"; }
  bool is_callable() const override { return true; }
  // A single argument is passed directly, several are passed as a list.
  Value call(jinja2::Evaluator& evaluator, const jinja2::Arguments& arguments) override {
    Value argument = Value::null();
    if (arguments.positional.size() == 1) argument = arguments.positional[0];
    if (arguments.positional.size() > 1) {
      argument = Value::list(List(arguments.positional.begin(), arguments.positional.end()));
    }
    return Templates::of(evaluator).call(evaluator, name_, std::move(argument), arguments.keywords);
  }

 private:
  const std::string name_;
};

}  // namespace

bool StandIn::equals(const Object& other) const {
  const auto* stand_in = dynamic_cast<const StandIn*>(&other);
  if (stand_in == nullptr) return false;
  return python_equal(value(), stand_in->value(), templates_.evaluator.context.budget);
}

// ---- lists and maps

CollectionStandIn::CollectionStandIn(Templates& templates, jinja2::Evaluator& evaluator, Value value)
    : StandIn(templates, evaluator),
      value_(std::move(value)),
      collection_(object_cast<Collection>(value_)),
      is_list_(is_list_like(value_)) {}

std::size_t CollectionStandIn::size(jinja2::Evaluator&) {
  if (collection_ != nullptr) return collection_->size();
  return is_list_ ? value_.as_list().size() : value_.as_map().size();
}

Value CollectionStandIn::at(jinja2::Evaluator& evaluator, std::size_t index) {
  if (!is_list_) return collection_ != nullptr ? collection_->key(index) : value_.as_map().entry(index).key;
  return templates_.given(evaluator, collection_ != nullptr ? collection_->item(index) : value_.as_list()[index]);
}

// The point of the stand-in: only this member is evaluated. A missing key is noted, so that the message for an
// undefined name can suggest a similar one.
std::optional<Value> CollectionStandIn::item(jinja2::Evaluator& evaluator, const Value& key) {
  if (is_list_) return jinja2::TemplateObject::item(evaluator, key);
  if (key.is_list() || key.is_map() || key.is_object()) return std::nullopt;
  Value found;
  if (collection_ != nullptr) {
    found = collection_->find(key);
  } else if (const Value* known = value_.as_map().find(key)) {
    found = *known;
  }
  if (found.is_undefined()) {
    templates_.note_missing(value_, key);
    return std::nullopt;
  }
  return templates_.given(evaluator, std::move(found));
}

// Methods of Python's dict and list. `keys` evaluates no values. All others but `get` need the whole collection.
std::optional<Value> CollectionStandIn::attribute(jinja2::Evaluator& evaluator, std::string_view name) {
  if (!has_method(is_list_ ? jinja2::PythonType::list : jinja2::PythonType::map, name)) return std::nullopt;
  if (is_list_ || (name != "get" && name != "keys")) return jinja2::only_attribute_of(evaluator, data(evaluator), name);
  if (name == "get") return make_object<GetMethod>(evaluator, *this);
  Map keys;
  for (std::size_t index = 0; index < size(evaluator); ++index) keys.set(at(evaluator, index), Value::null());
  return jinja2::only_attribute_of(evaluator, Value::map(std::move(keys)), name);
}

std::string CollectionStandIn::text(jinja2::Evaluator& evaluator) {
  return evaluator.text(data(evaluator));
}

// The whole value, evaluated. Its members are then seen, so a secret in it makes the template's result sensitive.
Value CollectionStandIn::data(jinja2::Evaluator& evaluator) {
  Value plain = templates_.evaluator.plain(value_);
  if (plain.is_null()) return plain;  // the collection contains itself
  const Value given = templates_.given(evaluator, plain);
  if (given.is_object()) templates_.note_sensitive();  // it has sensitive members
  return plain;
}

// ---- resources

Value NodesStandIn::at(jinja2::Evaluator&, std::size_t index) {
  return Value::string(templates_.evaluator.tree.in_order()[index]->name);
}

std::optional<Value> NodesStandIn::item(jinja2::Evaluator& evaluator, const Value& key) {
  Resource* resource = key.is_string() ? templates_.evaluator.tree.find(key.as_string()) : nullptr;
  if (resource == nullptr) {
    templates_.note_missing(value(), key);
    return std::nullopt;
  }
  return templates_.given(evaluator, make_object<AttributeView>(templates_.evaluator, *resource));
}

std::optional<Value> NodesStandIn::attribute(jinja2::Evaluator& evaluator, std::string_view name) {
  if (!has_method(jinja2::PythonType::map, name)) return std::nullopt;
  return jinja2::only_attribute_of(evaluator, data(evaluator), name);
}

// Evaluates no attribute.
Value NodesStandIn::data(jinja2::Evaluator& evaluator) {
  Map nodes;
  for (std::size_t index = 0; index < size(evaluator); ++index) {
    const Value key = at(evaluator, index);
    nodes.set(key, *item(evaluator, key));
  }
  return Value::map(std::move(nodes));
}

std::optional<Value> ResourceStandIn::attribute(jinja2::Evaluator& evaluator, std::string_view name) {
  // The attributes of Unfurl's resource objects. Those of the document come after them.
  static constexpr std::string_view own[] = {"artifacts", "attributes", "capabilities", "instances", "key",    "name",
                                             "owner",     "parent",     "requirements", "root",      "source", "state",
                                             "status",    "target",     "template",     "type"};
  if (std::find(std::begin(own), std::end(own), name) == std::end(own)) return std::nullopt;
  return item(evaluator, Value::string("." + std::string(name)));
}

// `node['.parent']` is a special key, `node['port']` an attribute.
std::optional<Value> ResourceStandIn::item(jinja2::Evaluator& evaluator, const Value& key) {
  Value found;
  if (key.is_string() && key.as_string().starts_with('.')) {
    found = templates_.evaluator.special_key(*resource_, key.as_string(), 0);
  } else {
    found = templates_.evaluator.attribute(*resource_, key);
  }
  if (!found.is_undefined()) return templates_.given(evaluator, std::move(found));
  templates_.note_missing(make_object<AttributeView>(templates_.evaluator, *resource_), key);
  return std::nullopt;
}

// ---- external values and scalars

const Value& ExternalStandIn::plain() const {
  if (plain_.is_undefined()) plain_ = templates_.evaluator.plain(value_).with_verbatim(false);
  return plain_;
}

jinja2::Shape ExternalStandIn::shape() const {
  if (plain().is_list()) return jinja2::Shape::sequence;
  return plain().is_map() ? jinja2::Shape::mapping : jinja2::Shape::none;
}

Value ExternalStandIn::at(jinja2::Evaluator& evaluator, std::size_t index) {
  return plain().is_map() ? plain().as_map().entry(index).key : evaluator.adopted(plain().as_list()[index]);
}

std::optional<Value> ExternalStandIn::attribute(jinja2::Evaluator& evaluator, std::string_view name) {
  Value found = jinja2::only_attribute_of(evaluator, plain(), name);
  return found.is_undefined() ? std::nullopt : std::optional(std::move(found));
}

// The value's own keys first, such as `contents` of a file, then the members of its plain value.
std::optional<Value> ExternalStandIn::item(jinja2::Evaluator& evaluator, const Value& key) {
  Value found = value_.as_object().get(templates_.evaluator.context, key);
  if (!found.is_undefined()) return templates_.given(evaluator, std::move(found));
  found = jinja2::item_of(evaluator, plain(), key);
  return found.is_undefined() ? std::nullopt : std::optional(std::move(found));
}

std::optional<Value> ScalarStandIn::operate(jinja2::Evaluator& evaluator, PythonOperator operation,
                                            const Value& other) {
  return templates_.call(evaluator, arithmetic_function(operation), Value::list({value_, other}), {});
}

std::optional<Value> ScalarStandIn::operate_reflected(jinja2::Evaluator& evaluator, PythonOperator operation,
                                                      const Value& other) {
  return templates_.call(evaluator, arithmetic_function(operation), Value::list({other, value_}), {});
}

// Scalars of different dimensions have no order, as for the functions `lt` and `gt`.
std::optional<int> ScalarStandIn::compare(const Value& other) {
  const auto* left = object_cast<Scalar>(value_);
  const Value taken = templates_.taken(other);
  const auto* right = object_cast<Scalar>(taken);
  if (right == nullptr || right->unit().dimension != left->unit().dimension) return std::nullopt;
  return left->base() < right->base() ? -1 : left->base() > right->base() ? 1 : 0;
}

std::optional<Value> ContextStandIn::attribute(jinja2::Evaluator& evaluator, std::string_view name) {
  const FunctionCatalogue& functions = Templates::of(evaluator).evaluator.functions;
  if (functions.find("function", name) == nullptr && unavailable_function(name).empty()) return std::nullopt;
  return make_object<FunctionMethod>(evaluator, name);
}

}  // namespace evalground::unfurl
