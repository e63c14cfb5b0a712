// The interface between templates and this dialect: variables, conversion of values in both directions, calls of
// functions.
#include "dialects/unfurl/expression/resource_views.hpp"
#include "dialects/unfurl/templates/values.hpp"
#include "dialects/unfurl/values/external.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "value/transform.hpp"

namespace evalground::unfurl {
namespace {

template <class T, class... Arguments>
Value stand_in(Arguments&&... arguments) {
  return Value::object(Ref<Object>(new T(std::forward<Arguments>(arguments)...)));
}

// True for a list or map whose members can be given to templates unchanged: nothing in it is sensitive or lazy.
bool is_open(const Value& value, Budget& budget) {
  budget.step();
  if (value.sensitive() || object_cast<Collection>(value) != nullptr || object_cast<External>(value) != nullptr) {
    return false;
  }
  if (value.is_list() || value.kind() == Kind::tuple) {
    const Depth depth = budget.enter();
    for (const Value& item : value.as_list()) {
      if (!is_open(item, budget)) return false;
    }
  } else if (value.is_map()) {
    const Depth depth = budget.enter();
    for (const Map::Entry& entry : value.as_map()) {
      if (!is_open(entry.value, budget)) return false;
    }
  }
  return true;
}

}  // namespace

// From this dialect into a template. The note stays for the whole template: its result is sensitive, whatever it does
// with the value.
Value Templates::given(jinja2::Evaluator& templates, Value value) {
  if (!value.sensitive()) return in_template(templates, std::move(value));
  note_sensitive();
  return in_template(templates, std::move(value)).with_sensitive();
}

// `verbatim` is dropped: inside a template there is nothing to protect, and its output is not evaluated again.
Value Templates::in_template(jinja2::Evaluator& templates, Value value) {
  // Data is passed unchanged, unless part of it is sensitive or lazy.
  value = std::move(value).with_verbatim(false);
  if (value.is_list() || value.is_map() || value.kind() == Kind::tuple) {
    if (is_open(value.with_sensitive(false), evaluator.context.budget)) return value;
    return stand_in<CollectionStandIn>(*this, templates, std::move(value));
  }
  // Each kind of object has its own stand-in.
  if (!value.is_object()) return value;
  if (auto* resource = object_cast<Resource>(value)) return stand_in<ResourceStandIn>(*this, templates, *resource);
  if (object_cast<Collection>(value) != nullptr) {
    return stand_in<CollectionStandIn>(*this, templates, std::move(value));
  }
  if (object_cast<External>(value) != nullptr) return stand_in<ExternalStandIn>(*this, templates, std::move(value));
  if (object_cast<Enumerated>(value) != nullptr) return evaluator.plain(value);  // also a number in Python
  if (object_cast<Scalar>(value) != nullptr) return stand_in<ScalarStandIn>(*this, templates, std::move(value));
  return value;
}

// Tuples become lists, and undefined values their text. An external value keeps its identity only if it is the whole
// result.
Value Templates::taken(const Value& value) {
  evaluator.context.budget.step();
  switch (value.kind()) {
    case Kind::undefined:
      if (value.undefined_number() <= 0) return Value::null();
      return Value::string(templates(is_lenient(scope())).text(value));  // fails if undefined values are not allowed
    case Kind::list:
    case Kind::tuple: {
      const Depth depth = evaluator.context.budget.enter();
      const Value list = value.is_list() ? value : Value::list(value.as_list()).with_sensitive(value.sensitive());
      return transform_items(list, [&](const Value& item) { return evaluator.plain(taken(item)); });
    }
    case Kind::map: {
      const Depth depth = evaluator.context.budget.enter();
      return transform_items(value, [&](const Value& item) { return evaluator.plain(taken(item)); });
    }
    case Kind::object: break;
    default: return value;
  }
  // A stand-in becomes the value it stands for. A list or map must be evaluated as the template saw it.
  if (auto* own = object_cast<StandIn>(value)) {
    const Value result = own->value();
    if (!is_list_like(result) && !is_map_like(result)) return result;
    const Value plain = evaluator.plain(result);
    if (!is_open(plain, evaluator.context.budget)) note_sensitive();
    return plain;
  }
  if (jinja2::template_object(value) != nullptr) return taken(value.as_object().resolve(evaluator.context));
  return value;
}

// The scope of an expression within the template. The loop's item is hidden, so a query starts from the resource, and
// not from what a loop around the template visits.
Scope Templates::scope_with(std::span<const jinja2::Keyword> variables) {
  Scope result = scope();
  result.item = {};
  if (variables.empty()) return result;
  Map definitions;
  for (const jinja2::Keyword& variable : variables) {
    definitions.set(variable.name, taken(variable.value).with_verbatim());
  }
  result.variables =
      Ref<unfurl::Variables>(new unfurl::Variables(evaluator.memos, result, Value::map(std::move(definitions))));
  return result;
}

// Calls a function by making the expression `{name: argument, keyword: value}`, so that templates and documents bind
// and check arguments in the same way.
Value Templates::call(jinja2::Evaluator& templates, std::string_view name, Value argument,
                      std::span<const jinja2::Keyword> keywords) {
  Map map;
  map.set(name, taken(argument));
  for (const jinja2::Keyword& keyword : keywords) map.set(keyword.name, taken(keyword.value));
  return given(templates, Evaluator::reduce(evaluator.evaluate(Value::map(std::move(map)), scope_with({}))));
}

// A variable of the expression hides the other names, but not SELF.
Value Templates::find(jinja2::Evaluator& templates, std::string_view name) {
  const Scope& scope = this->scope();
  const auto attributes_of = [&](Resource& resource) {
    return given(templates, Value::object(Ref<Object>(new AttributeView(evaluator, resource))));
  };
  if (name == "SELF") return attributes_of(*scope.resource);
  if (unfurl::Variables::find(scope.variables.get(), name).second == nullptr) {
    if (name == "NODES") return stand_in<NodesStandIn>(*this, templates);
    if (name == "ROOT" || name == "TOPOLOGY") {
      Resource* application = evaluator.tree.application;
      if (application == nullptr) return attributes_of(evaluator.tree.root());
      return given(templates, Value::object(Ref<Object>(new ApplicationView(evaluator, *application))));
    }
    if (name == "__unfurl") return stand_in<ContextStandIn>(templates);
    if (name == "__now") return Value::real(static_cast<double>(evaluator.context.clock.now()) / 1e6);
    if (name == "__python_executable") return Value::string("/usr/bin/python3");
  }
  return given(templates, evaluator.variable(name, scope));
}

std::vector<std::string_view> Templates::names() const {
  std::vector<std::string_view> names{"SELF", "NODES", "ROOT", "TOPOLOGY", "__unfurl", "__now", "__python_executable",
                                      "start"};
  unfurl::Variables::add_names(scope().variables.get(), names);
  return names;
}

}  // namespace evalground::unfurl
