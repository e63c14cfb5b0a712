// Collections over a resource that evaluate an attribute only when it is asked for:
//
//   AttributeView     .attributes, and SELF in templates      NamesView         .names
//   ApplicationView   ROOT of a template                      InheritedView     .super
//   TemplateView      .template                               PropertiesView    .template::properties
#include "dialects/unfurl/expression/resource_views.hpp"

#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

Value resource_or_null(Resource* resource) {
  return resource != nullptr ? Value::object(Ref<Object>(resource)) : Value::null();
}

}  // namespace

AttributeView::AttributeView(Evaluator& evaluator, Resource& resource)
    : evaluator_(evaluator), resource_(resource), names_(resource.attribute_names()) {}

Value AttributeView::item(std::size_t index) {
  return evaluator_.attribute(resource_, names_[index]);
}

Value AttributeView::find(const Value& key) {
  return evaluator_.attribute(resource_, key);
}

ApplicationView::ApplicationView(Evaluator& evaluator, Resource& application) : evaluator_(evaluator) {
  nodes_.set("app", Value::object(Ref<Object>(&application)));
  for (Resource* requirement : application.requirements) {
    if (requirement->target != nullptr) {
      nodes_.set(requirement->name, Value::object(Ref<Object>(requirement->target)));
    }
  }
}

Value ApplicationView::find(const Value& key) {
  if (const Value* node = nodes_.find(key)) return *node;
  return evaluator_.attribute(evaluator_.tree.root(), key);
}

NamesView::NamesView(Evaluator& evaluator, Resource& resource) : evaluator_(evaluator), resource_(resource) {
  for (const Value& name : resource.attribute_names()) names_.set(name, Value::null());
  for (Resource* requirement : resource.requirements) names_.set(requirement->name, Value::null());
  for (Resource* capability : resource.capabilities) names_.set(capability->name, Value::null());
}

// An attribute wins over a requirement, and a requirement over a capability. A requirement stands for the capability
// that it is bound to, or for the target if it is bound to none.
Value NamesView::find(const Value& key) {
  Value found = evaluator_.attribute(resource_, key);
  if (!found.is_undefined() || !key.is_string()) return found;
  if (Resource* requirement = find_part(resource_.requirements, key.as_string())) {
    return resource_or_null(requirement->capability != nullptr ? requirement->capability : requirement->target);
  }
  if (Resource* capability = find_part(resource_.capabilities, key.as_string())) return resource_or_null(capability);
  return {};
}

Value InheritedView::item(std::size_t index) {
  const InheritedDefault& one = resource_.inherited[index];
  const Value value = evaluator_.lazy(*one.definition, Evaluator::scope_of(resource_));
  return one.rule->apply(evaluator_, resource_, *one.definition, value);
}

Value InheritedView::find(const Value& key) {
  for (std::size_t index = 0; index < resource_.inherited.size(); ++index) {
    evaluator_.context.budget.step();
    if (python_equal(*resource_.inherited[index].name, key, evaluator_.context.budget)) return item(index);
  }
  return {};
}

Value PropertiesView::item(std::size_t index) {
  return evaluator_.read(resource_.properties.at(index), Evaluator::scope_of(resource_));
}

Value PropertiesView::find(const Value& key) {
  Attribute* property = resource_.properties.find(key);
  return property != nullptr ? evaluator_.read(*property, Evaluator::scope_of(resource_)) : Value();
}

Value TemplateView::key(std::size_t index) {
  static constexpr std::string_view keys[] = {"name", "type", "properties"};
  return Value::string(keys[index]);
}

Value TemplateView::find(const Value& key) {
  if (key.is_string()) {
    if (key.as_string() == "name") return evaluator_.special_key(resource_, ".tosca_name", 0);
    if (key.as_string() == "type") return evaluator_.special_key(resource_, ".type", 0);
    if (key.as_string() == "properties") {
      return Value::object(Ref<Object>(new PropertiesView(evaluator_, resource_)));
    }
  }
  Attribute* property = resource_.properties.find(key);
  return property != nullptr ? evaluator_.read(*property, Evaluator::scope_of(resource_)) : Value();
}

}  // namespace evalground::unfurl
