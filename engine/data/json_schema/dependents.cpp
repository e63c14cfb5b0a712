// Values against compiled schemas: rarer rules about objects, their names and dependencies.
#include "base/text/number.hpp"
#include "data/json_schema/validator.hpp"

namespace evalground {

bool SchemaValidator::check_names(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                  EvaluatedParts*, const ActiveSchema&) {
  const SchemaStep step{way, rule.name};
  bool is_valid = true;
  budget_.step(instance.value.as_map().size());
  for (const auto& entry : instance.value.as_map()) {
    const Value name = (entry.key.is_string() ? entry.key : Value::string(member_name(entry.key)));
    const SchemaInstance as_value{name, json_types(name), true, instance.whole, instance.step};
    is_valid &= check(*rule.schema, as_value, &step, nullptr, nullptr);
    if (!is_valid && errors_ == nullptr) return false;
  }
  return is_valid;
}

bool SchemaValidator::has_member(const Value& object, std::string_view name) {
  budget_.step();
  if (object.as_map().contains(name)) return true;
  // 80 is also a name. Text that looks like a key of another kind is rare.
  const auto number = parse_integer(name);
  return number && object.as_map().contains(Value::integer(number.value));
}

bool SchemaValidator::check_dependency(const SchemaRule& rule, std::string_view name, const Value& needed,
                                       const SchemaInstance& instance, const SchemaStep* way) {
  if (!has_member(instance.value, name) || !needed.is_list()) return true;
  bool is_valid = true;
  for (const Value& other : needed.as_list()) {
    if (!other.is_string()) continue;
    if (has_member(instance.value, other.as_string())) continue;
    if (errors_ == nullptr) return false;
    is_valid = fail_by_rule(rule, instance, way, shown(other) + " is a dependency of " + shown(name));
  }
  return is_valid;
}

bool SchemaValidator::check_dependent_names(const SchemaRule& rule, const SchemaInstance& instance,
                                            const SchemaStep* way, EvaluatedParts*, const ActiveSchema&) {
  bool is_valid = true;
  for (const auto& [key, names] : rule.value->as_map()) {
    is_valid &= check_dependency(rule, member_name(key), names, instance, way);
  }
  return is_valid;
}

bool SchemaValidator::check_dependents(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                       EvaluatedParts* evaluated, const ActiveSchema& active) {
  const SchemaStep all{way, rule.name};
  bool is_valid = true;
  std::size_t index = 0;
  for (const auto& [name, node] : rule.dependents) {
    const Value& needed = rule.value->as_map().entry(index++).value;
    if (node == nullptr) {
      is_valid &= check_dependency(rule, name, needed, instance, way);
    } else if (has_member(instance.value, name)) {
      const SchemaStep one{&all, name};
      is_valid &= check(*node, instance, &one, evaluated, &active);
    }
    if (!is_valid && errors_ == nullptr) return false;
  }
  return is_valid;
}

bool SchemaValidator::check_unevaluated_members(const SchemaRule& rule, const SchemaInstance& instance,
                                                const SchemaStep* way, EvaluatedParts* evaluated, const ActiveSchema&) {
  const SchemaStep step{way, rule.name};
  std::vector<std::string> extras;
  bool is_valid = true;
  std::size_t index = 0;
  budget_.step(instance.value.as_map().size());
  for (const auto& [key, value] : instance.value.as_map()) {
    const std::size_t at = index++;
    if (evaluated->has(at)) continue;
    evaluated->add(at);
    const std::string name = member_name(key);
    if (!rule.schema->rejects_all) {
      const SchemaInstance member{value, json_types(value), false, &instance, {&instance.step, name}};
      is_valid &= check(*rule.schema, member, &step, nullptr, nullptr);
    } else if (errors_ != nullptr) {
      extras.push_back(shown(name));
    } else {
      return false;
    }
    if (!is_valid && errors_ == nullptr) return false;
  }
  if (extras.empty()) return is_valid;
  return fail_by_rule(rule, instance, way, "Unevaluated properties are not allowed " + unexpected(extras));
}

}  // namespace evalground
