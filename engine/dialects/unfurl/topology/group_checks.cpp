// Checks groups, policies and workflows. They have no effect on values here, but Unfurl refuses a template with a
// mistake in them, so a document that is accepted must not have one.
#include "dialects/unfurl/topology/group_checks.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/topology/interface_checks.hpp"
#include "dialects/unfurl/topology/template_checks.hpp"
#include "dialects/unfurl/tosca/version.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view group_keys[] = {"type",    "metadata",   "description", "properties",
                                           "members", "interfaces", "name",        "title"};
constexpr std::string_view policy_keys[] = {"type",     "metadata",    "description", "properties", "targets",
                                            "triggers", "reservation", "name",        "title"};
constexpr std::string_view trigger_keys[] = {"description", "event_type",    "event",     "schedule", "metric",
                                             "metadata",    "target_filter", "condition", "action"};
constexpr std::string_view reservation_keys[] = {"start_actions", "before_end_actions", "end_actions", "properties"};
constexpr std::string_view workflow_keys[] = {"metadata", "description",    "inputs", "preconditions",
                                              "steps",    "implementation", "outputs"};
constexpr std::string_view step_keys[] = {"target",     "target_relationship", "operation_host", "filter",
                                          "activities", "on_success",          "on_failure"};
constexpr std::string_view activity_kinds[] = {"delegate", "set_state", "call_operation", "inline"};
constexpr std::string_view precondition_keys[] = {"target", "target_relationship", "condition"};

// The keys of a trigger's condition, and what their values must be.
enum class Wanted : std::uint8_t { anything, integer, number, string };
struct ConditionKey {
  std::string_view name;
  Wanted wanted;
};
constexpr ConditionKey condition_keys[] = {
    {"constraint", Wanted::anything},       {"granularity", Wanted::integer}, {"evaluations", Wanted::integer},
    {"aggregation_method", Wanted::string}, {"threshold", Wanted::number},    {"comparison_operator", Wanted::anything},
    {"resource_type", Wanted::anything},    {"state", Wanted::anything}};

[[noreturn]] void fail_wrong_type(Context& context, const Value& value, OriginId where, const std::string& what,
                                  std::string_view wanted) {
  context.fail(value.origin() != 0 ? value.origin() : where, "wrong-type",
               std::string(invalid) + what + " must be " + std::string(wanted) + ", not " + kind_text(value) + ".");
}

const Map& checked_map(Context& context, const Value& value, OriginId where, const std::string& what) {
  if (!value.is_map()) fail_wrong_type(context, value, where, what, "a map");
  return value.as_map();
}

// `metadata` that is there must be a map.
void check_metadata(Context& context, const Map& written, const std::string& what) {
  const Value* metadata = written.find("metadata");
  if (metadata != nullptr) checked_map(context, *metadata, 0, "the metadata of " + what);
}

// Groups and policies name node templates, or groups.
void check_members(Context& context, const ServiceTemplate& service, const List& members, const std::string& what) {
  const Map& nodes = map_or_nothing(service.section("node_templates"));
  const Map& groups = map_or_nothing(service.section("groups"));
  for (const Value& member : members) {
    context.budget.step();
    if (nodes.contains(member) || groups.contains(member)) continue;
    context.fail(member.origin(), "unknown-member",
                 std::string(invalid) + quote(key_text(member)) + " of " + what + " is not found.");
  }
}

// The targets of a policy type name node types or groups of the document. The reference does not know built-in ones.
void check_type_targets(Types& types, const Type& type) {
  const Value* targets = type.definition.as_map().find("targets");
  if (targets == nullptr || !targets->is_list() || type.is_builtin) return;
  Context& context = types.context();
  for (const Value& target : targets->as_list()) {
    context.budget.step();
    const std::string name = key_text(target);
    if (type.names->find_of_any_kind(name) != nullptr) continue;
    if (!context.quirks() && types.knows(name, *type.names)) {
      context.warn(target.origin(), "differs-from-reference",
                   "Unfurl refuses the built-in type " + quote(name) + " as a target of a policy type.");
      continue;
    }
    context.fail_name(target.origin(), "unknown-type",
                      std::string(invalid) + "the target " + quote(name) + " of the policy type " +
                          quote(type.own_name) + " is not a type of the document.",
                      name, nearest(name, type.names->all(TypeKind::node)));
  }
}

// The metadata of a group or policy type declares a map of strings: `{type: map, entry_schema: {type: string}}`.
void check_type_metadata(Context& context, const Type& type) {
  const Value* metadata = type.definition.as_map().find("metadata");
  if (metadata == nullptr || type.is_builtin) return;
  const std::string what = "the metadata of the type " + quote(type.own_name);
  const Map& written = checked_map(context, *metadata, 0, what);
  const std::string_view kind = text_field(written, "type");
  const auto is_string_entry = [](const auto& entry) {
    return !entry.value.is_map() || text_field(entry.value.as_map(), "type") == "string";
  };
  if ((kind == "map" || kind == "tosca:map") && std::all_of(written.begin(), written.end(), is_string_entry)) return;
  context.fail(metadata->origin(), "wrong-definition",
               std::string(invalid) + what + " must be {type: map, entry_schema: {type: string}}.");
}

// What a group or policy type says besides its properties, also in its bases.
void check_group_type(Types& types, const Type& type) {
  Context& context = types.context();
  check_type_metadata(context, type);
  if (type.kind != TypeKind::policy) return;
  check_type_targets(types, type);
  const Value* version = type.definition.as_map().find("version");
  if (version == nullptr || type.is_builtin) return;
  if (is_version(python_str(*version, context.budget))) return;
  context.fail(version->origin(), "wrong-definition",
               std::string(invalid) + "the version of the policy type " + quote(type.own_name) + " is not valid.");
}

// The type of a group or policy, with its properties.
void check_typed(Declarer& declarer, TypeKind kind, const ServiceTemplate& service, const Value& name,
                 const Map& written, const std::string& what) {
  Types& types = declarer.types();
  const Value* type_name = field(written, "type");
  if (type_name == nullptr) fail_missing(types.context(), name.origin(), what, "type");
  const Type& type = types.get(kind, key_text(*type_name), *service.names, type_name->origin());
  check_group_type(types, type);
  for (const Type* base : type.bases) check_group_type(types, *base);
  const Map& properties = map_field(written, "properties");
  check_known(types.context(), type, properties, map_or_nothing(written.find("metadata")), what);
  declarer.check(type, properties, what, name.origin());
  check_interface_names(types, type, map_or_nothing(field(written, "interfaces")), what);
}

// True for a number, or text that converts to one.
bool is_number_like(const Value& value, Wanted wanted) {
  if (value.is_number() || value.kind() == Kind::boolean) return true;
  if (!value.is_string()) return false;
  const std::string_view text = trim(value.as_string());
  if (wanted == Wanted::integer) return static_cast<bool>(parse_loose_integer(text));
  const auto measure = parse_measure(text);
  return measure && measure->unit == nullptr;
}

// `condition: {constraint: …, granularity: 60, threshold: 0.8}`
void check_condition(Context& context, const Value& name, const Map& trigger, const std::string& what) {
  const Value* condition = trigger.find("condition");
  if (condition == nullptr) fail_missing(context, name.origin(), what, "condition");
  const Map& keys = checked_map(context, *condition, name.origin(), "the condition of " + what);
  std::vector<std::string_view> known;
  for (const ConditionKey& key : condition_keys) known.push_back(key.name);
  check_keys(context, keys, known, "the condition of " + what);
  for (const auto& [name_of, wanted] : condition_keys) {
    const Value* value = keys.find(name_of);
    if (value == nullptr || wanted == Wanted::anything) continue;
    const std::string part = quote(name_of) + " of " + what;
    if (wanted == Wanted::string) {
      if (!value->is_string()) fail_wrong_type(context, *value, name.origin(), part, "a string");
    } else if (!is_number_like(*value, wanted)) {
      fail_wrong_type(context, *value, name.origin(), part, wanted == Wanted::integer ? "an integer" : "a number");
    }
  }
}

void check_triggers(Context& context, const Map& policy, const std::string& what) {
  const Value* triggers = field(policy, "triggers");
  if (triggers == nullptr || !python_truth(*triggers)) return;
  for (const auto& [name, trigger] : checked_map(context, *triggers, 0, "the triggers of " + what)) {
    context.budget.step();
    const std::string part = "the trigger " + quote(key_text(name)) + " of " + what;
    const Map& written = checked_map(context, trigger, name.origin(), part);
    check_keys(context, written, trigger_keys, part);
    check_condition(context, name, written, part);
  }
}

void check_reservation(Context& context, const Map& policy, const std::string& what) {
  const Value* reservation = field(policy, "reservation");
  if (reservation == nullptr || !python_truth(*reservation)) return;
  const std::string part = "the reservation of " + what;
  const Map& written = checked_map(context, *reservation, 0, part);
  check_keys(context, written, reservation_keys, part);
  for (const std::string_view key : reservation_keys) {
    if (!written.contains(key)) fail_missing(context, reservation->origin(), part, key);
  }
}

void check_steps_named(Context& context, const Map& steps, const Value& written, const std::string& what) {
  const auto check = [&](const Value& step) {
    context.budget.step();
    if (steps.contains(step)) return;
    context.fail(
        step.origin(), "unknown-member",
        std::string(invalid) + what + " refers to the step " + quote(key_text(step)) + ", which is not there.");
  };
  if (written.is_string()) check(written);
  if (!written.is_list()) return;
  for (const Value& step : written.as_list()) check(step);
}

void check_activity(Context& context, const Value& activity, const std::string& what) {
  if (!activity.is_map()) return;
  if (activity.as_map().size() != 1) {
    context.fail(activity.origin(), "wrong-type",
                 std::string(invalid) + "an activity of " + what + " must be a map of one key.");
  }
  check_keys(context, activity.as_map(), activity_kinds, "an activity of " + what);
}

}  // namespace

void check_group(Declarer& declarer, const ServiceTemplate& service, const Value& name, const Value& group) {
  Context& context = declarer.types().context();
  const std::string what = "the group " + quote(key_text(name));
  check_template_name(context, name, what);
  checked_map(context, group, name.origin(), what);
  check_metadata(context, group.as_map(), what);
  if (const Value* members = field(group.as_map(), "members")) {
    if (!members->is_list()) {
      context.fail(
          members->origin(), "wrong-type",
          std::string(invalid) + "the members of " + what + " must be of type list, not " + kind_text(*members) + ".");
    }
    const List& all = members->as_list();
    for (std::size_t i = 0; i < all.size(); ++i) {
      context.budget.step();
      const bool is_first = std::none_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](const Value& earlier) { return same_key(earlier, all[i]); });
      if (is_first) continue;
      context.fail(all[i].origin(), "duplicate-name",
                   std::string(invalid) + "the member " + quote(key_text(all[i])) + " of " + what + " is repeated.");
    }
    if (all.empty()) {
      context.fail(members->origin(), "wrong-type", std::string(invalid) + what + " must have at least one member.");
    }
    check_members(context, service, all, what);
  }
  check_keys(context, group.as_map(), group_keys, what);
  check_typed(declarer, TypeKind::group, service, name, group.as_map(), what);
}

void check_policy_list(Context& context, const Value& policies) {
  if (!python_truth(policies)) return;
  if (!policies.is_list()) fail_wrong_type(context, policies, 0, "`policies`", "a list");
  for (const Value& item : policies.as_list()) checked_map(context, item, policies.origin(), "an item of `policies`");
}

void check_policy(Declarer& declarer, const ServiceTemplate& service, const Value& name, const Value& policy) {
  Context& context = declarer.types().context();
  const std::string what = "the policy " + quote(key_text(name));
  check_template_name(context, name, what);
  checked_map(context, policy, name.origin(), what);
  check_metadata(context, policy.as_map(), what);
  const Value* targets = field(policy.as_map(), "targets");
  if (targets != nullptr && !targets->is_list())
    fail_wrong_type(context, *targets, 0, "the targets of " + what, "a list");
  // The reference skips the others if one of them is a group.
  if (targets != nullptr && targets->is_list()) {
    const Map& groups = map_or_nothing(service.section("groups"));
    const List& all = targets->as_list();
    const bool is_of_groups =
        std::any_of(all.begin(), all.end(), [&](const Value& target) { return groups.contains(target); });
    if (!is_of_groups) check_members(context, service, all, what);
  }
  check_keys(context, policy.as_map(), policy_keys, what);
  check_typed(declarer, TypeKind::policy, service, name, policy.as_map(), what);
  check_triggers(context, policy.as_map(), what);
  check_reservation(context, policy.as_map(), what);
}

// The steps must exist that `on_success` and `on_failure` name. Targets of steps are not checked.
void check_workflow(Context& context, const Value& name, const Value& workflow) {
  const std::string what = "the workflow " + quote(key_text(name));
  checked_map(context, workflow, name.origin(), what);
  check_keys(context, workflow.as_map(), workflow_keys, what);
  const Map& steps = map_or_nothing(field(workflow.as_map(), "steps"));
  for (const auto& [step_name, step] : steps) {
    context.budget.step();
    if (!step.is_map()) continue;
    const std::string step_what = "the step " + quote(key_text(step_name)) + " of " + what;
    check_keys(context, step.as_map(), step_keys, step_what);
    const Value* activities = field(step.as_map(), "activities");
    if (activities != nullptr && activities->is_list()) {
      for (const Value& activity : activities->as_list()) check_activity(context, activity, step_what);
    }
    for (const std::string_view key : {"on_success", "on_failure"}) {
      if (const Value* next = field(step.as_map(), key)) check_steps_named(context, steps, *next, step_what);
    }
  }
  const Value* preconditions = field(workflow.as_map(), "preconditions");
  if (preconditions == nullptr || !preconditions->is_list()) return;
  for (const Value& one : preconditions->as_list()) {
    if (one.is_map()) check_keys(context, one.as_map(), precondition_keys, "a precondition of " + what);
  }
}

}  // namespace evalground::unfurl
