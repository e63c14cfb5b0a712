// The workspace's `attributes` take the place of real resources: they give the results of get_attr and, under `id`, of
// get_resource. They go before everything else.
//
// An expression that reads an attribute can only be as good as its mocks. So an attribute of a resource without any
// mocks is null, with a hint. An attribute that is missing beside others is an error, because it is probably
// misspelled. Nested templates, values and groups need no mocks.
#include "dialects/heat/functions/attributes.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/heat/functions/python_integer.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view id_attribute = "id";  // the mocked attribute that get_resource returns

// What the workspace gives for this resource; null if absent or not a map.
const Map* given_for(const Stack& stack, const Resource& resource) {
  const Value* found = stack.attributes->find(resource.name);
  return found != nullptr && found->is_map() ? &found->as_map() : nullptr;
}

// The given attributes; null when absent. The id does not count as an attribute.
const Map* attributes_of(const Stack& stack, const Resource& resource) {
  const Map* given = given_for(stack, resource);
  return given != nullptr && given->size() > (given->contains(id_attribute) ? 1U : 0U) ? given : nullptr;
}

// The place of an argument as it was written, or that of its call where it was computed.
OriginId place_of(const Value& value, OriginId call) {
  return value.origin() != 0 ? value.origin() : call;
}

// Null for an attribute of a resource that has none here, with a hint that says so once.
Value missing_attribute(Stack& stack, Resource& resource, const std::string& name, OriginId where, bool is_hidden) {
  const bool is_known = std::find(resource.missing.begin(), resource.missing.end(), name) != resource.missing.end();
  if (is_hidden || is_known) return Value::null();
  resource.missing.push_back(name);
  stack.context.ask("attributes", name, where, text_of(resource.name));
  Diagnostic hint;
  hint.severity = Severity::hint;
  hint.code = "missing-attribute";
  hint.message = "The resource \"" + text_of(resource.name) + "\" has no attributes here, so \"" + name +
                 "\" is null: give them under \"attributes\".";
  hint.where = where;
  stack.context.diagnostics.push_back(std::move(hint));
  return Value::null();
}

[[noreturn]] void fail_attribute(Stack& stack, const Resource& resource, const Value& attribute_name, OriginId where,
                                 std::span<const std::string_view> known) {
  const std::string name = text_of(attribute_name);
  stack.context.fail_name(
      place_of(attribute_name, where), "unknown-attribute",
      "The Referenced Attribute (" + text_of(resource.name) + " " + shown_name(attribute_name) + ") is incorrect.",
      name, attribute_name.sensitive() ? "" : nearest_name(name, known).value_or(""));
}

// What a step of a path leads to; undefined where it leads nowhere. Unlike those of get_param, its indices are no text.
Value next_in_attribute(const Value& value, const Value& step) {
  if (value.is_map()) {
    const Value* inner = value.as_map().find(step);
    return inner == nullptr ? Value() : *inner;
  }
  if (!value.is_list() && !value.is_string()) return {};
  if (step.kind() == Kind::integer) return item_at(value, step.as_integer());
  return step.kind() == Kind::boolean ? item_at(value, step.as_boolean() ? 1 : 0) : Value();
}

// A path that leads nowhere is null, while get_param gives an empty text.
Value follow(Value value, std::span<const Value> path) {
  for (const Value& step : path) {
    Value next = next_in_attribute(value, step);
    if (next.is_undefined()) return Value::null();
    value = std::move(next);
  }
  return value;
}

// The attributes of a group. Those that are none of its own are those of its members, as a list.
class GroupAttributes {
 public:
  GroupAttributes(Stack& stack, Resource& group, Stack& members, OriginId where)
      : stack_(stack), group_(group), members_(members), where_(where) {}

  Value at(std::span<const Value> path) {
    const std::string name = text_of(path[0]);
    const std::span<const Value> rest = path.subspan(1);
    if (name == "refs") return follow(Value::list(ids()), rest);
    if (name == "refs_map") return follow(Value::map(named_ids()), rest);
    if (name == "removed_rsrc_list") return follow(removed(), rest);
    if (name == "attributes") {
      // Heat, too, needs the name of an attribute behind this one.
      if (rest.empty()) fail_attribute(stack_, group_, path[0], where_, {});
      Map values;
      for (Resource& member : members_.resources) values.set(member.name, attribute(members_, member, rest, where_));
      return Value::map(std::move(values));
    }
    constexpr std::string_view of_member = "resource.";
    if (name.starts_with(of_member)) return of_one(path[0], name.substr(of_member.size()), rest);
    List values;
    for (Resource& member : members_.resources) values.push_back(attribute(members_, member, path, where_));
    return Value::list(std::move(values));
  }

  Value all() {
    return Value::map(
        {{"refs", Value::list(ids())}, {"refs_map", Value::map(named_ids())}, {"removed_rsrc_list", removed()}});
  }

 private:
  List ids() {
    List all;
    for (Resource& member : members_.resources) all.push_back(reference_id(members_, member));
    return all;
  }

  Map named_ids() {
    Map all;
    for (Resource& member : members_.resources) all.set(member.name, reference_id(members_, member));
    return all;
  }

  Value removed() {
    List names;
    for (const std::string& name : stack_.removed_members(group_)) names.push_back(Value::string(name));
    return Value::list(std::move(names));
  }

  // `resource.1` is the id of a member, `resource.1.name` one of its attributes.
  Value of_one(const Value& written, std::string_view member_and_attribute, std::span<const Value> rest) {
    const std::size_t dot = member_and_attribute.find('.');
    const std::string_view name = member_and_attribute.substr(0, dot);
    const auto found = std::find_if(members_.resources.begin(), members_.resources.end(),
                                    [&](const Resource& member) { return text_of(member.name) == name; });
    if (found == members_.resources.end()) {
      stack_.context.fail(place_of(written, where_), "unknown-attribute",
                          "The group " + quote(text_of(group_.name)) + " has " +
                              std::to_string(members_.resources.size()) + " members, and none is called " +
                              (written.sensitive() ? "so" : quote(name)) + ".");
    }
    if (dot == std::string_view::npos) {
      return rest.empty() ? reference_id(members_, *found) : attribute(members_, *found, rest, where_);
    }
    List path = {Value::string(member_and_attribute.substr(dot + 1)).with_sensitive(written.sensitive())};
    path.insert(path.end(), rest.begin(), rest.end());
    return attribute(members_, *found, path, where_);
  }

  Stack& stack_;
  Resource& group_;
  Stack& members_;
  OriginId where_;
};

}  // namespace

Value item_at(const Value& value, std::int64_t index) {
  const auto size =
      static_cast<std::int64_t>(value.is_list() ? value.as_list().size() : count_code_points(value.as_string()));
  if (index < 0) index += size;
  if (index < 0 || index >= size) return {};
  const auto at = static_cast<std::size_t>(index);
  return value.is_list() ? value.as_list()[at] : Value::string(slice_code_points(value.as_string(), at, at + 1));
}

Value attribute(Stack& stack, Resource& resource, std::span<const Value> path, OriginId where) {
  const Depth depth = stack.context.budget.enter();
  stack.context.budget.step();
  const Value& name = path[0];
  const std::span<const Value> rest = path.subspan(1);
  const Map* given = attributes_of(stack, resource);
  const bool is_id = name.is_string() && name.as_string() == id_attribute;
  const Value* found = is_id || given == nullptr ? nullptr : given->find(name);
  if (found != nullptr) return follow(*found, rest);
  if (Stack* const members = stack.members(resource)) {
    return GroupAttributes(stack, resource, *members, where).at(path);
  }
  if (Stack* const nested = stack.nested(resource)) {
    return follow(Stack::nested_attribute(*nested, name, place_of(name, where)), rest);
  }
  constexpr std::string_view of_value[] = {"value"};
  const Value computed = stack.computed_value(resource);
  if (!computed.is_undefined() && text_of(name) == of_value[0]) return follow(computed, rest);
  if (given == nullptr && (computed.is_undefined() || text_of(name) == "show")) {
    return missing_attribute(stack, resource, text_of(name), where, name.sensitive());
  }
  std::vector<std::string_view> known;
  if (!computed.is_undefined()) known.push_back(of_value[0]);
  if (given != nullptr) {
    for (const auto& entry : *given) {
      if (entry.key.is_string()) known.push_back(entry.key.as_string());
    }
  }
  fail_attribute(stack, resource, name, where, known);
}

// Those that are given go before the outputs of a nested stack.
Value all_attributes(Stack& stack, Resource& resource, OriginId where) {
  const Map* given = attributes_of(stack, resource);
  Value all;
  if (Stack* const members = stack.members(resource)) {
    all = GroupAttributes(stack, resource, *members, where).all();
  } else if (Stack* const nested = stack.nested(resource)) {
    all = Value::map();
    for (Output& output : nested->outputs) all.edit_map().set(output.name, nested->output(output));
  } else if (const Value computed = stack.computed_value(resource); !computed.is_undefined()) {
    all = Value::map({{"value", computed}});
  }
  if (given == nullptr && all.is_undefined()) return missing_attribute(stack, resource, "show", where, false);
  if (all.is_undefined()) all = Value::map();
  if (given == nullptr) return all;
  for (const auto& [key, value] : *given) {
    if (!key.is_string() || (key.as_string() != id_attribute && key.as_string() != "show")) {
      all.edit_map().set(key, value);
    }
  }
  return all;
}

// The resource's mocked `id`. Without one it is the name, so that a template evaluates without any mocks. A nested
// template may set it by an output.
Value reference_id(Stack& stack, Resource& resource) {
  const Map* given = given_for(stack, resource);
  const Value* id = given == nullptr ? nullptr : given->find(id_attribute);
  return id == nullptr ? stack.reference_id(resource) : *id;
}

}  // namespace evalground::heat
