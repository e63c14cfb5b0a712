// Nested templates: a resource whose type stands for a template is a stack of its own. The resource's properties are
// its parameters, and its outputs are the resource's attributes.
//
//   resources: {web: {type: web.yaml, properties: {size: 3}}}      web.yaml: parameters: {size: …}
//   outputs: {ip: {value: {get_attr: [web, address]}}}                       outputs: {address: …}
//
// A nested stack is made when something first asks for it, after the properties of its resource; the check of cycles
// has made sure that these do not ask for it in turn. Heat allows few levels, and so does the engine: templates that
// name each other end there.

#include "base/text/text.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {

Stack::Stack(Stack& parent, const Resource& facade, Map inputs)
    : context(parent.context),
      document(Value::map()),
      main(facade.template_path),
      level_(parent.level_ + 1),
      parent_(&parent),
      facade_(&facade) {
  static const Map no_attributes;
  attributes = &no_attributes;
  load();
  environment = parent.environment;
  environment.parameters = std::move(inputs);
}

Stack* Stack::nested(Resource& one) {
  constexpr std::uint32_t most_levels = 5;  // Heat's max_nested_stack_depth
  if (one.template_path.empty()) return nullptr;
  if (one.nested != nullptr) return one.nested.get();
  const OriginId where = one.definition.as_map().find("type")->origin();
  if (level_ == most_levels) {
    context.fail(where, "too-nested",
                 "Templates are nested more than " + std::to_string(most_levels) + " levels deep here.");
  }
  resolve_properties(one);
  Map inputs;
  for (const Property& property : one.properties) {
    if (property.failure) throw Error(*property.failure);
    if (!property.value.is_undefined()) inputs.set(property.name, property.value);
  }
  const Depth depth = context.budget.enter();
  const std::string frame = "in the template of resource \"" + text_of(one.name) + "\"";
  in_frame(where, frame, {}, [&] {
    auto made = std::make_unique<Stack>(*this, one, std::move(inputs));
    try {
      made->read_sections();
    } catch (Error& error) {
      made->mask(error.diagnostic.message);
      throw;
    }
    hidden_texts_.insert(hidden_texts_.end(), made->hidden_texts_.begin(), made->hidden_texts_.end());
    one.nested = std::move(made);
  });
  return one.nested.get();
}

Value Stack::output(Output& one) {
  if (!one.value.is_undefined()) return one.value;
  one.value = in_frame(one.name.origin(), "in output", text_of(one.name), [&] {
    const Map& definition = one.definition.as_map();
    const Value* written = definition.find("condition");
    const bool has_condition = written != nullptr && version >= Version::v2016_10_14;
    one.is_enabled = !has_condition || condition(*written);
    if (!one.is_enabled) return Value::null();
    Value resolved = resolve(*definition.find("value"));
    return resolved.is_undefined() ? Value::null() : resolved;
  });
  return one.value;
}

Value Stack::facade(std::string_view part, OriginId where) {
  if (facade_ == nullptr) {
    context.fail(where, "no-parent", "There is no parent resource: this stack is not nested in another.");
  }
  const Value* written = facade_->definition.as_map().find(part);
  if (written == nullptr) return part == "deletion_policy" ? Value::string("Delete") : Value::map();
  const Value value = parent_->resolve(*written);
  return value.is_undefined() ? Value::null() : value;
}

Value Stack::nested_attribute(Stack& stack, const Value& name, OriginId where) {
  const std::string text = text_of(name);
  std::vector<std::string> known;
  for (Output& one : stack.outputs) {
    if (text_of(one.name) == text) return stack.output(one);
    known.push_back(text_of(one.name));
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  stack.context.fail_name(where, "unknown-attribute",
                          "The template " + quote(stack.main) + " has no output " + quote(text) + ".", text,
                          nearest_name(text, names).value_or(std::string_view()));
}

}  // namespace evalground::heat
