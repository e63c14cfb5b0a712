// Warm: the rules of a schema are applied to each value of an instance.
// Values against compiled schemas: the items of arrays and the members of objects.
//
// Objects are checked in two ways. check_members() handles the common case in one loop: named members and a schema for
// all others. Patterns, other keys than text, and parts that are to be recorded take the general way, check_member(),
// from the member on at which the loop has stopped.
//
// Warm: compiled for speed where a module has room.
#include "data/json_schema/validator.hpp"

namespace evalground {

// The common case, a scalar against a schema of assertions, is decided without a call and without a path.
bool SchemaValidator::check_item(const SchemaNode& node, const SchemaInstance& array, const Value& item,
                                 std::size_t index, const SchemaStep* way) {
  const std::uint8_t types = json_types(item);
  if (is_accepted_at_once(node, types, item)) return true;
  return check_closely(node, {item, types, false, &array, {&array.step, {}, index}}, way, nullptr, nullptr);
}

bool SchemaValidator::check_tuple(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                  EvaluatedParts* evaluated, const ActiveSchema&) {
  const SchemaStep all{way, rule.name};
  const std::size_t count = std::min(item_count(instance.value), rule.schemas.size());
  budget_.step(count);
  bool is_valid = true;
  for (std::size_t index = 0; index < count && (is_valid || errors_ != nullptr); ++index) {
    const SchemaStep one{&all, {}, index};
    is_valid &= check_item(*rule.schemas[index], instance, item_at(instance.value, index), index, &one);
  }
  if (evaluated != nullptr) evaluated->add_all(count);
  return is_valid;
}

bool SchemaValidator::check_items(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                  EvaluatedParts* evaluated, const ActiveSchema&) {
  const std::size_t count = item_count(instance.value);
  if (evaluated != nullptr) evaluated->add_all(count);
  if (rule.is_closed) {
    return count <= rule.count ||
           (errors_ != nullptr && fail_by_rule(rule, instance, way, too_many_items(rule, instance)));
  }
  budget_.step(count);
  const SchemaStep all{way, rule.name};
  bool is_valid = true;
  const Value* items = instance.value.kind() == Kind::set ? nullptr : instance.value.as_list().data();
  std::size_t index = static_cast<std::size_t>(std::min<std::uint64_t>(rule.count, count));
  for (; index < count && (is_valid || errors_ != nullptr); ++index) {
    is_valid &= check_item(*rule.schema, instance, items == nullptr ? item_at(instance.value, index) : items[index],
                           index, &all);
  }
  return is_valid;
}

bool SchemaValidator::check_items_or_tuple(const SchemaRule& rule, const SchemaInstance& instance,
                                           const SchemaStep* way, EvaluatedParts* evaluated,
                                           const ActiveSchema& active) {
  return rule.schema != nullptr ? check_items(rule, instance, way, evaluated, active)
                                : check_tuple(rule, instance, way, evaluated, active);
}

// Runs quietly: items that do not match are no errors. Stops as soon as more items cannot change the result, unless the
// matching items must be recorded.
bool SchemaValidator::check_contains(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                     EvaluatedParts* evaluated, const ActiveSchema&) {
  const std::size_t count = item_count(instance.value);
  std::uint64_t matches = 0;
  budget_.step(count);
  {
    const Quiet quiet(*this, nullptr);
    for (std::size_t index = 0; index < count; ++index) {
      if (!check_item(*rule.schema, instance, item_at(instance.value, index), index, nullptr)) continue;
      ++matches;
      if (evaluated != nullptr) evaluated->add(index);
      const bool is_decided = matches > rule.most || (matches >= rule.least && rule.most == ~std::uint64_t{0});
      if (is_decided && evaluated == nullptr) break;
    }
  }
  if (matches <= rule.most && matches >= rule.least) return true;
  return errors_ != nullptr && fail_contains(rule, instance, way, matches);
}

// Runs last in its schema, when `evaluated` is complete.
bool SchemaValidator::check_unevaluated_items(const SchemaRule& rule, const SchemaInstance& instance,
                                              const SchemaStep* way, EvaluatedParts* evaluated, const ActiveSchema&) {
  const SchemaStep step{way, rule.name};
  const std::size_t count = item_count(instance.value);
  std::vector<std::string> extras;
  bool is_valid = true;
  budget_.step(count);
  for (std::size_t index = 0; index < count; ++index) {
    if (evaluated->has(index)) continue;
    evaluated->add(index);
    if (!rule.schema->rejects_all) {
      is_valid &= check_item(*rule.schema, instance, item_at(instance.value, index), index, &step);
    } else if (errors_ != nullptr) {
      extras.push_back(shown_value(item_at(instance.value, index), is_sensitive(instance)));
    } else {
      return false;
    }
    if (!is_valid && errors_ == nullptr) return false;
  }
  if (extras.empty()) return is_valid;
  return fail_by_rule(rule, instance, way, "Unevaluated items are not allowed " + unexpected(extras));
}

bool SchemaValidator::check_properties(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                       EvaluatedParts* evaluated, const ActiveSchema&) {
  return check_members(*rule.members, instance, way, evaluated);
}

// The loop stops at a member that it cannot decide, and check_members_from() goes on there.
bool SchemaValidator::check_members(const SchemaMembers& members, const SchemaInstance& instance, const SchemaStep* way,
                                    EvaluatedParts* evaluated) {
  const Map& map = instance.value.as_map();
  std::size_t required = 0;
  bool is_valid = true;
  budget_.step(map.size());
  auto entry = map.begin();
  const auto end = members.patterns.empty() && evaluated == nullptr ? map.end() : entry;
  for (; entry != end && entry->key.is_string(); ++entry) {
    const auto& [key, value] = *entry;
    const SchemaMember member = members.find(key, budget_);
    const std::uint8_t types = json_types(value);
    if (!is_accepted_at_once(*member.schema, types, value)) {
      if (member.schema->rejects_all) break;
      const SchemaInstance part{value, types, false, &instance, {&instance.step, key.as_string()}};
      const SchemaStep keyword{way, member.is_named ? "properties" : "additionalProperties"};
      const SchemaStep name{&keyword, part.step.name};
      is_valid &= check_closely(*member.schema, part, member.is_named ? &name : &keyword, nullptr, nullptr);
      if (!is_valid && errors_ == nullptr) return false;
    }
    required += member.is_required ? 1 : 0;
  }
  if (entry == map.end() && required == members.required.size()) return is_valid;
  MembersCheck job{members, instance, way, evaluated, required};
  return check_members_from(static_cast<std::size_t>(entry - map.begin()), job) && is_valid;
}

bool SchemaValidator::check_members_from(std::size_t index, MembersCheck& job) {
  bool is_valid = true;
  for (; index < job.object.value.as_map().size(); ++index) {
    is_valid &= check_member(job, index);
    if (!is_valid && errors_ == nullptr) return false;
  }
  return check_names_in(job) && is_valid;
}

// Keys other than text take part under their text, as in JSON: {80: a} has the member "80".
bool SchemaValidator::check_member(MembersCheck& job, std::size_t index) {
  const SchemaMembers& members = job.members;
  const auto& [key, value] = job.object.value.as_map().entry(index);
  SchemaInstance instance{value, json_types(value), false, &job.object, {&job.object.step}};
  Value other_name;
  SchemaMember member;
  if (key.is_string()) {
    instance.step.name = key.as_string();
    member = members.find(key, budget_);
  } else {
    other_name = Value::string(member_name(key));
    instance.step.name = other_name.as_string();
    member = members.find(instance.step.name, budget_);
    if (!members.required.empty()) job.other_names.set(other_name, Value::null());
  }
  job.required += member.is_required ? 1 : 0;
  // Apply the schema for its name, then the one for each matching pattern. `additionalProperties` is for members that
  // neither covers.
  bool is_valid = true;
  bool is_known = member.is_named;
  if (member.is_named) {
    const SchemaStep properties{job.way, "properties"};
    const SchemaStep one{&properties, instance.step.name};
    is_valid = check(*member.schema, instance, &one, nullptr, nullptr);
  }
  for (const auto& [pattern, node] : members.patterns) {
    if (!matches(pattern, instance.step.name)) continue;
    is_known = true;
    const SchemaStep patterns{job.way, "patternProperties"};
    const SchemaStep one{&patterns, pattern.text};
    is_valid &= check(*node, instance, &one, nullptr, nullptr);
  }
  if (!is_known && members.additional != nullptr) {
    is_known = true;
    if (!members.additional->rejects_all) {
      const SchemaStep additional{job.way, "additionalProperties"};
      is_valid = check(*members.additional, instance, &additional, nullptr, nullptr);
    } else if (errors_ != nullptr) {
      job.rejected.push_back(shown(instance.step.name));
    } else {
      return false;
    }
  }
  if (is_known && job.evaluated != nullptr) job.evaluated->add(index);
  return is_valid;
}

// Adds errors about the names of an object's members: rejected and missing ones.
bool SchemaValidator::check_names_in(MembersCheck& job) {
  bool is_valid = true;
  if (!job.rejected.empty()) {
    const SchemaStep additional{job.way, "additionalProperties"};
    is_valid = fail(job.object, &additional, "additionalProperties", job.members.additional_rule->origin(),
                    "Additional properties are not allowed " + unexpected(job.rejected));
  }
  // {80: a, "80": b} has the same name twice.
  if (job.required == job.members.required.size() && job.other_names.empty()) return is_valid;
  if (job.required < job.members.required.size() && errors_ == nullptr) return false;
  for (const std::string_view name : job.members.required) {
    budget_.step();
    if (job.object.value.as_map().contains(name) || job.other_names.contains(name)) continue;
    if (errors_ == nullptr) return false;
    const SchemaStep step{job.way, "required"};
    is_valid = fail(job.object, &step, "required", job.members.required_rule->origin(),
                    shown(name) + " is a required property");
  }
  return is_valid;
}

}  // namespace evalground
