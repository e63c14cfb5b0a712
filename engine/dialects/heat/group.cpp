// Resources that Heat itself makes of what stands in the template, so that no cloud is needed: values and groups.
//
//   resources: {web: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: web.yaml, properties:
//     {name: web-%index%}}}}}
//
// A group is a stack of its own. Its template has a resource for each member, "0" and "1", whose properties have the
// name in place of `%index%`. Heat writes that template in the version 2015-04-30, after it has resolved the properties
// of the group. Members that are nested templates, values or groups have attributes here. Those of servers and other
// resources of a cloud come from the workspace, for the group as a whole.

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/heat/environment/places.hpp"
#include "dialects/heat/functions/python_integer.hpp"
#include "dialects/heat/parameters.hpp"
#include "dialects/heat/properties.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"
#include "value/transform.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view usual_index = "%index%";
constexpr Version group_version = Version::v2015_04_30;

// The value with the member's name in place of the variable in each text. Keys stay.
Value with_index(const Value& value, std::string_view variable, std::string_view name, Budget& budget) {
  return transform(value, budget, [&](const Value& part) {
    if (!part.is_string() || part.as_string().find(variable) == std::string_view::npos) return part;
    budget.step(1 + part.as_string().size() / 64);
    return Value::string(replace_all(part.as_string(), variable, name))
        .with_origin(part.origin())
        .with_sensitive(part.sensitive());
  });
}

// Properties that are null are left out, as if they were not written.
Value without_nulls(const Value& properties, Budget& budget) {
  Map entries;
  for (const auto& [key, value] : properties.as_map()) {
    budget.step();
    if (!value.is_null()) entries.set(key, value);
  }
  return Value::map(std::move(entries)).with_origin(properties.origin());
}

}  // namespace

// The files that members name lie beside the template that the group stands in.
Stack::Stack(Stack& parent, const Resource& group, Value document_)
    : context(parent.context),
      version(group_version),
      document(std::move(document_)),
      main(parent.main),
      level_(parent.level_ + 1),
      parent_(&parent),
      facade_(&group) {
  static const Map no_attributes;
  attributes = &no_attributes;
  environment = environment_within(context, parent.environment, text_of(group.name), {});
}

// A resolved property; undefined when absent. Throws the Error of one that failed.
Value Stack::property(Resource& one, std::string_view name) {
  resolve_properties(one);
  for (const Property& known : one.properties) {
    if (text_of(known.name) != name) continue;
    if (known.failure) throw Error(*known.failure);
    return known.value;
  }
  return {};
}

Value Stack::computed_value(Resource& one) {
  constexpr std::string_view value_key = "value";
  if (one.of_type.type != value_type) return {};
  const Value value = property(one, value_key);
  const Value type = property(one, "type");
  if (value.is_undefined() || type.is_undefined() || type.is_null()) return value;
  constexpr ParameterType types[] = {ParameterType::string, ParameterType::number, ParameterType::boolean,
                                     ParameterType::comma_delimited_list, ParameterType::json};
  const std::string word = text_of(type);
  if (std::none_of(std::begin(types), std::end(types), [&](ParameterType known) { return type_text(known) == word; })) {
    context.fail(type.origin(), "invalid-property",
                 "The type of a value is string, number, boolean, comma_delimited_list or json, not " +
                     quote(shown_name(type)) + ".");
  }
  return value_of_type(context, Value::string(value_key), value, word);
}

std::uint64_t Stack::member_count(Resource& group) {
  const Value count = property(group, "count");
  if (count.is_undefined() || count.is_null()) return 1;
  const std::optional<std::int64_t> number =
      count.is_string() || count.kind() == Kind::integer ? python_integer(count, context.budget) : std::nullopt;
  if (!number || *number < 0) {
    context.fail(count.origin() != 0 ? count.origin() : group.name.origin(), "invalid-property",
                 "The count of a group must be a whole number from 0, not " + shown_name(count) + ".");
  }
  return static_cast<std::uint64_t>(*number);
}

std::vector<std::string> Stack::removed_members(Resource& group) {
  std::vector<std::string> names;
  const Value policies = property(group, "removal_policies");
  if (!policies.is_list()) return names;
  for (const Value& policy : policies.as_list()) {
    const Value* list = policy.is_map() ? policy.as_map().find("resource_list") : nullptr;
    if (list == nullptr || !list->is_list()) continue;
    for (const Value& name : list->as_list()) {
      context.budget.step();
      names.push_back(text_of(name));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// Only the type decides, so that a group of servers is not made for nothing.
bool Stack::is_group_computed(const Resource& group, std::uint64_t count) {
  if (count == 0) return true;
  const Value* properties = group.definition.as_map().find("properties");
  const Value* written =
      properties != nullptr && properties->is_map() ? properties->as_map().find("resource_def") : nullptr;
  if (written == nullptr) return false;
  const Value definition = is_call(*written, false) ? resolve(*written) : *written;
  const Value* type = definition.is_map() ? definition.as_map().find("type") : nullptr;
  const Value resolved = type == nullptr ? Value() : resolve(*type);
  if (!resolved.is_string()) return false;
  const Environment within = environment_within(context, environment, text_of(group.name), {});
  const TypeTemplate found = template_of(context, within, resolved, "0", folder_of(main));
  return !found.path.empty() || found.type == value_type || found.type == group_type;
}

// The template that Heat writes for a group.
Value Stack::group_document(Resource& group, std::uint64_t count) {
  const auto fail = [&](const Value& part, const std::string& problem) {
    context.fail(part.origin() != 0 ? part.origin() : group.name.origin(), "invalid-property", problem + ".");
  };
  const Value definition = property(group, "resource_def");
  if (count > 0 && !definition.is_map()) fail(definition, "A group needs a resource_def, a map");
  const Value index = property(group, "index_var");
  const bool has_index = !index.is_undefined() && !index.is_null();
  constexpr std::size_t least_length = 3;
  if (has_index && (!index.is_string() || index.as_string().size() < least_length)) {
    fail(index, "The index_var of a group must be a text of three characters or more");
  }
  const std::string variable(has_index ? index.as_string() : usual_index);
  const std::vector<std::string> removed = removed_members(group);
  Map resources;
  for (std::uint64_t number = 0; resources.size() < count; ++number) {
    context.budget.step();
    const std::string name = std::to_string(number);
    if (std::binary_search(removed.begin(), removed.end(), name)) continue;
    Map member;
    for (const auto& [key, value] : definition.as_map()) {
      const bool is_properties = text_of(key) == "properties" && value.is_map();
      if (value.is_null()) continue;
      member.set(key, is_properties ? with_index(without_nulls(value, context.budget), variable, name, context.budget)
                                    : value);
    }
    resources.set(Value::string(name).with_origin(group.name.origin()),
                  Value::map(std::move(member)).with_origin(definition.origin()));
  }
  return Value::map({{"resources", Value::map(std::move(resources))}});
}

// Made once. A failure is kept and thrown again, as that of a nested stack.
Stack* Stack::members(Resource& one) {
  if (one.of_type.type != group_type) return nullptr;
  if (one.nested_failure) throw Error(*one.nested_failure);
  if (one.nested != nullptr) return one.nested.get();
  try {
    const OriginId where = one.definition.as_map().find("type")->origin();
    const std::uint64_t count = member_count(one);
    if (!is_group_computed(one, count)) return nullptr;
    check_level(where);
    const Depth depth = context.budget.enter();
    in_frame(where, "in the group", text_of(one.name), [&] {
      auto made = std::make_unique<Stack>(*this, one, group_document(one, count));
      made->read_sections();
      one.nested = std::move(made);
    });
  } catch (const Error& error) {
    one.nested_failure = error.diagnostic;
    throw;
  }
  return one.nested.get();
}

}  // namespace evalground::heat
