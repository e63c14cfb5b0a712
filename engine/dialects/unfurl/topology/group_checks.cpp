// Checks groups, policies and workflows. They have no effect on values here, but Unfurl refuses a template with a
// mistake in them, so a document that is accepted must not have one.
#include "dialects/unfurl/topology/group_checks.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/unfurl/topology/interface_checks.hpp"
#include "dialects/unfurl/topology/template_checks.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view group_keys[] = {"type",    "metadata",   "description", "properties",
                                           "members", "interfaces", "name",        "title"};
constexpr std::string_view policy_keys[] = {"type",     "metadata",    "description", "properties", "targets",
                                            "triggers", "reservation", "name",        "title"};
constexpr std::string_view workflow_keys[] = {"metadata", "description",    "inputs", "preconditions",
                                              "steps",    "implementation", "outputs"};
constexpr std::string_view step_keys[] = {"target",     "target_relationship", "operation_host", "filter",
                                          "activities", "on_success",          "on_failure"};
constexpr std::string_view activity_kinds[] = {"delegate", "set_state", "call_operation", "inline"};
constexpr std::string_view precondition_keys[] = {"target", "target_relationship", "condition"};

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

// The type of a group or policy, with its properties.
void check_typed(Declarer& declarer, TypeKind kind, const ServiceTemplate& service, const Value& name,
                 const Map& written, const std::string& what) {
  Types& types = declarer.types();
  const Value* type_name = field(written, "type");
  if (type_name == nullptr) fail_missing(types.context(), name.origin(), what, "type");
  const Type& type = types.get(kind, key_text(*type_name), *service.names, type_name->origin());
  const Map& properties = map_field(written, "properties");
  check_known(types.context(), type, properties, map_or_nothing(written.find("metadata")), what);
  declarer.check(type, properties, what, name.origin());
  check_interface_names(types, type, map_or_nothing(field(written, "interfaces")), what);
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
  if (!group.is_map()) return;
  Context& context = declarer.types().context();
  const std::string what = "the group " + quote(key_text(name));
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

void check_policy(Declarer& declarer, const ServiceTemplate& service, const Value& name, const Value& policy) {
  if (!policy.is_map()) return;
  Context& context = declarer.types().context();
  const std::string what = "the policy " + quote(key_text(name));
  const Value* targets = field(policy.as_map(), "targets");
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
}

// The steps must exist that `on_success` and `on_failure` name. Targets of steps are not checked.
void check_workflow(Context& context, const Value& name, const Value& workflow) {
  if (!workflow.is_map()) return;
  const std::string what = "the workflow " + quote(key_text(name));
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
