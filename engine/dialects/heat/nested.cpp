// Nested templates: a resource whose type stands for a template is a stack of its own. Its properties set that
// template's parameters, and the template's outputs are its attributes.
//
//   resources: {web: {type: web.yaml, properties: {size: 3}}}      web.yaml: parameters: {size: …}
//   outputs: {ip: {value: {get_attr: [web, address]}}}                       outputs: {address: …}
//
// A nested stack is made on first use, after the properties of its resource. The check for cycles has ensured that the
// properties do not need the nested stack in turn. Heat limits the levels of nesting. That limit also stops templates
// that name each other.

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/heat/json_keys.hpp"
#include "dialects/heat/properties.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view stack_id_output = "OS::stack_id";

}  // namespace

// A nested stack shares the context, so budget and messages are those of the whole run. It has no mocked attributes of
// its own.
Stack::Stack(Stack& parent, const Resource& facade)
    : context(parent.context),
      document(Value::map()),
      main(facade.of_type.path),
      level_(parent.level_ + 1),
      parent_(&parent),
      facade_(&facade) {
  static const Map no_attributes;
  attributes = &no_attributes;
  load();
  environment = environment_within(context, parent.environment, text_of(facade.name), facade.of_type);
}

// The template of the resource, loaded but not evaluated; null for other types. Its outputs are known without
// evaluating anything.
Stack* Stack::template_within(Resource& one) {
  if (one.of_type.path.empty()) return nullptr;
  if (one.nested == nullptr) {
    const OriginId where = one.definition.as_map().find("type")->origin();
    in_frame(where, "in the template of resource \"" + text_of(one.name) + "\"", {},
             [&] { one.nested = std::make_unique<Stack>(*this, one); });
  }
  return one.nested.get();
}

// The evaluated stack. A failure is kept and thrown again, so that each reader gets the same error and nothing is
// evaluated twice.
Stack* Stack::nested(Resource& one) {
  if (one.nested_failure) throw Error(*one.nested_failure);
  Stack* const inner = template_within(one);
  if (inner == nullptr || inner->sections_begun_ > 0) return inner;
  try {
    read_nested(one, *inner);
  } catch (const Error& error) {
    one.nested_failure = error.diagnostic;
    throw;
  }
  return inner;
}

// Sets the parameters from the properties, and reads the sections. A failed property fails the nested stack.
void Stack::read_nested(Resource& one, Stack& inner) {
  const OriginId where = one.definition.as_map().find("type")->origin();
  check_level(where);
  resolve_properties(one);
  const Value* declared = inner.section("parameters");
  for (const Property& property : one.properties) {
    if (property.failure) throw Error(*property.failure);
    if (property.value.is_undefined()) continue;
    const Value* parameter = declared == nullptr ? nullptr : declared->as_map().find(property.name);
    const Value input = parameter_of_property(context, property.name, property.value, parameter);
    inner.environment.parameters.set(property.name, input);
  }
  const Depth depth = context.budget.enter();
  in_frame(where, "in the template of resource \"" + text_of(one.name) + "\"", {}, [&] {
    try {
      inner.read_sections();
      // Heat does not create a stack with a wrong output, even if nothing uses it.
      for (const Output& output : inner.outputs) inner.check(*output.definition.as_map().find("value"));
    } catch (Error& error) {
      inner.mask(error.diagnostic.message);
      throw;
    }
  });
}

// A stack may hold stacks up to Heat's max_nested_stack_depth.
void Stack::check_level(OriginId where) const {
  constexpr std::uint32_t most_levels = 5;
  if (level_ < most_levels) return;
  context.fail(where, "too-nested",
               "Templates are nested more than " + std::to_string(most_levels) + " levels deep here.");
}

// Evaluated once, on first use. An output whose condition is false is null.
Value Stack::output(Output& one) {
  if (!one.value.is_undefined()) return one.value;
  one.value = in_frame(one.name.origin(), "in output", text_of(one.name), [&] {
    const Map& definition = one.definition.as_map();
    const Value* written = definition.find("condition");
    const bool has_condition = written != nullptr && version >= Version::v2016_10_14;
    one.is_enabled = !has_condition || decides(*written, one.definition);
    if (!one.is_enabled) return Value::null();
    Value resolved = resolve(*definition.find("value"));
    if (resolved.is_undefined()) return Value::null();
    // Heat sends outputs to the outer stack as JSON.
    return level_ > 0 ? with_text_keys(resolved, context.budget) : resolved;
  });
  return one.value;
}

// Heat gives the address of the nested stack, which does not exist here, unless the template says what to give.
Value Stack::reference_id(Resource& one) {
  const Stack* const inner = template_within(one);
  const Value* outputs_of_it = inner == nullptr ? nullptr : inner->section("outputs");
  if (outputs_of_it == nullptr || !outputs_of_it->as_map().contains(stack_id_output)) return one.name.with_origin(0);
  return nested_attribute(*nested(one), Value::string(stack_id_output), one.name.origin());
}

// `resource_facade`: a part of the resource in the outer template that this stack stands for. It is resolved by the
// outer stack.
Value Stack::facade(std::string_view part, OriginId where) {
  if (facade_ == nullptr) {
    context.fail(where, "no-parent", "This stack has no parent resource, because it is not nested in another stack.");
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
