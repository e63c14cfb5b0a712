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
#include "dialects/heat/properties.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"
#include "value/json.hpp"

namespace evalground::heat {
namespace {

// Usually true, and then the value is not copied.
bool has_text_keys(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    const List& items = value.as_list();
    return std::all_of(items.begin(), items.end(), [&](const Value& item) { return has_text_keys(item, budget); });
  }
  if (!value.is_map()) return true;
  const Map& entries = value.as_map();
  return std::all_of(entries.begin(), entries.end(), [&](const Map::Entry& entry) {
    return entry.key.is_string() && has_text_keys(entry.value, budget);
  });
}

// Heat sends outputs to the outer stack as JSON, where every key is a string.
Value with_text_keys(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(with_text_keys(item, budget));
    return Value::list(std::move(items)).with_origin(value.origin()).with_sensitive(value.sensitive());
  }
  if (!value.is_map()) return value;
  Map entries;
  for (const auto& [key, item] : value.as_map()) {
    entries.set(key.is_string() ? key : Value::string(write_json(key, budget)).with_origin(key.origin()),
                with_text_keys(item, budget));
  }
  return Value::map(std::move(entries)).with_origin(value.origin()).with_sensitive(value.sensitive());
}

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

// Sets the parameters from the properties, and reads the sections. A failed property fails the nested stack. Its hidden
// texts are also hidden in messages of the outer one.
void Stack::read_nested(Resource& one, Stack& inner) {
  constexpr std::uint32_t most_levels = 5;  // Heat's max_nested_stack_depth
  const OriginId where = one.definition.as_map().find("type")->origin();
  if (level_ == most_levels) {
    context.fail(where, "too-nested",
                 "Templates are nested more than " + std::to_string(most_levels) + " levels deep here.");
  }
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
    hidden_texts_.insert(hidden_texts_.end(), inner.hidden_texts_.begin(), inner.hidden_texts_.end());
  });
}

// Evaluated once, on first use. An output whose condition is false is null.
Value Stack::output(Output& one) {
  if (!one.value.is_undefined()) return one.value;
  one.value = in_frame(one.name.origin(), "in output", text_of(one.name), [&] {
    const Map& definition = one.definition.as_map();
    const Value* written = definition.find("condition");
    const bool has_condition = written != nullptr && version >= Version::v2016_10_14;
    one.is_enabled = !has_condition || condition(*written);
    if (!one.is_enabled) return Value::null();
    Value resolved = resolve(*definition.find("value"));
    if (resolved.is_undefined()) return Value::null();
    if (level_ > 0 && !has_text_keys(resolved, context.budget)) resolved = with_text_keys(resolved, context.budget);
    return resolved;
  });
  return one.value;
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
