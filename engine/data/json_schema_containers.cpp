// Values against compiled schemas: the items of arrays and the members of objects.
#include "base/number.hpp"
#include "data/json_schema_validator.hpp"
#include "value/compare.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;

}  // namespace

bool SchemaValidator::has_unique_items(const Value& array) {
  const std::size_t count = item_count(array);
  const auto are_equal = [&](std::size_t a, std::size_t b) {
    budget_.step();
    return json_equal(item_at(array, a), item_at(array, b), NumberEquality::by_value, budget_);
  };
  if (count <= most_compared) {
    for (std::size_t index = 1; index < count; ++index) {
      for (std::size_t other = 0; other < index; ++other) {
        if (are_equal(other, index)) return false;
      }
    }
    return true;
  }
  std::vector<std::pair<std::uint64_t, std::size_t>, CountingAllocator<std::pair<std::uint64_t, std::size_t>>> hashes;
  hashes.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    hashes.emplace_back(json_hash(item_at(array, index), budget_), index);
  }
  std::sort(hashes.begin(), hashes.end());
  for (std::size_t index = 0; index < count; ++index) {
    for (std::size_t other = index + 1; other < count && hashes[other].first == hashes[index].first; ++other) {
      if (are_equal(hashes[index].second, hashes[other].second)) return false;
    }
  }
  return true;
}

bool SchemaValidator::check_item(const SchemaNode& node, const SchemaInstance& array, std::size_t index,
                                 const SchemaStep* way) {
  const Value& item = item_at(array.value, index);
  if (is_settled(node, item)) return true;
  const SchemaStep step{array.way, {}, index};
  return check(node, part(array, item, step), way, nullptr, nullptr);
}

bool SchemaValidator::check_tuple(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                  EvaluatedParts* evaluated) {
  const SchemaStep all{way, rule.name};
  const std::size_t count = std::min(item_count(instance.value), rule.schemas.size());
  bool is_valid = true;
  for (std::size_t index = 0; index < count && (is_valid || errors_ != nullptr); ++index) {
    const SchemaStep one{&all, {}, index};
    is_valid &= check_item(*rule.schemas[index], instance, index, &one);
  }
  if (evaluated != nullptr) evaluated->add_all(count);
  return is_valid;
}

bool SchemaValidator::check_items(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                  EvaluatedParts* evaluated) {
  const std::size_t count = item_count(instance.value);
  const std::size_t first = static_cast<std::size_t>(std::min<std::uint64_t>(rule.count, count));
  if (evaluated != nullptr) evaluated->add_all(count);
  const bool is_additional = rule.keyword == Keyword::additional_items;
  const bool is_2020 = schema_.resources[scope_.back()].draft == JsonSchemaDraft::draft_2020_12;
  if (rule.schema->rejects_all && (is_additional || is_2020)) {
    return expect(count <= rule.count, rule, instance, way, [&] {
      if (!is_additional) {
        return "Expected at most " + std::to_string(rule.count) + (rule.count == 1 ? " item" : " items") +
               ", but found " + std::to_string(count);
      }
      std::vector<std::string> extras;
      for (std::size_t index = first; index < count; ++index) {
        extras.push_back(shown_value(item_at(instance.value, index), instance.is_sensitive));
        if (extras.size() * 2 > longest_shown) break;
      }
      return "Additional items are not allowed " + unexpected(extras);
    });
  }
  const SchemaStep all{way, rule.name};
  bool is_valid = true;
  for (std::size_t index = first; index < count && (is_valid || errors_ != nullptr); ++index) {
    is_valid &= check_item(*rule.schema, instance, index, &all);
  }
  return is_valid;
}

bool SchemaValidator::check_contains(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                     EvaluatedParts* evaluated) {
  const std::size_t count = item_count(instance.value);
  std::uint64_t matches = 0;
  {
    const Quiet quiet(*this, nullptr);
    for (std::size_t index = 0; index < count; ++index) {
      if (!check_item(*rule.schema, instance, index, nullptr)) continue;
      ++matches;
      if (evaluated != nullptr) evaluated->add(index);
      const bool is_decided = matches > rule.most || (matches >= rule.least && rule.most == ~std::uint64_t{0});
      if (is_decided && evaluated == nullptr) break;
    }
  }
  const bool is_too_many = matches > rule.most;
  if (!is_too_many && matches >= rule.least) return true;
  if (errors_ == nullptr) return false;
  const SchemaStep step{way, rule.name};
  if (is_too_many) {
    return fail(instance, &step, "maxContains", rule.value->origin(),
                "Too many items match the given schema (expected at most " + std::to_string(rule.most) + ")");
  }
  if (matches == 0) {
    return fail(instance, &step, rule.name, rule.value->origin(),
                shown(instance) + " does not contain items matching the given schema");
  }
  return fail(instance, &step, "minContains", rule.value->origin(),
              "Too few items match the given schema (expected at least " + std::to_string(rule.least) + " but only " +
                  std::to_string(matches) + " matched)");
}

bool SchemaValidator::check_unevaluated_items(const SchemaRule& rule, const SchemaInstance& instance,
                                              const SchemaStep* way, EvaluatedParts& evaluated) {
  const SchemaStep step{way, rule.name};
  std::vector<std::string> extras;
  bool is_valid = true;
  for (std::size_t index = 0; index < item_count(instance.value); ++index) {
    if (evaluated.has(index)) continue;
    evaluated.add(index);
    if (!rule.schema->rejects_all) {
      is_valid &= check_item(*rule.schema, instance, index, &step);
    } else if (errors_ != nullptr) {
      extras.push_back(shown_value(item_at(instance.value, index), instance.is_sensitive));
    } else {
      return false;
    }
    if (!is_valid && errors_ == nullptr) return false;
  }
  return is_valid && expect(extras.empty(), rule, instance, way,
                            [&] { return "Unevaluated items are not allowed " + unexpected(extras); });
}

bool SchemaValidator::check_member(const SchemaNode& node, const SchemaInstance& object, std::string_view name,
                                   const Value& value, const SchemaStep* way) {
  if (is_settled(node, value)) return true;
  const SchemaStep step{object.way, name};
  return check(node, part(object, value, step), way, nullptr, nullptr);
}

bool SchemaValidator::check_members(const SchemaMembers& members, const SchemaInstance& instance, const SchemaStep* way,
                                    EvaluatedParts* evaluated) {
  if (!instance.value.is_map()) return true;
  const SchemaStep properties{way, "properties"};
  const SchemaStep patterns{way, "patternProperties"};
  const SchemaStep additional{way, "additionalProperties"};
  std::size_t required = 0;           // of those that are there
  Counting<std::string> other_names;  // of keys that are no text
  std::vector<std::string> extras;
  bool is_valid = true;
  std::size_t index = 0;
  budget_.step(1 + instance.value.as_map().size() / 16);
  for (const auto& [key, value] : instance.value.as_map()) {
    std::string converted;
    if (!key.is_string()) {
      converted = member_name(key);
      if (!members.required.empty()) other_names.push_back(converted);
    }
    const std::string_view name = key.is_string() ? key.as_string() : converted;
    const MemberNames::Entry* entry =
        key.is_string() ? members.names.find(key, budget_) : members.names.find(name, budget_);
    bool is_known = false;
    if (entry != nullptr && entry->is_required) ++required;
    if (entry != nullptr && entry->schema != nullptr) {
      is_known = true;
      const SchemaStep one{&properties, name};
      is_valid &= check_member(*entry->schema, instance, name, value, &one);
    }
    for (const auto& [pattern, node] : members.patterns) {
      if (!regex_of(pattern).matches(name, RegexAnchor::none, budget_)) continue;
      is_known = true;
      const SchemaStep one{&patterns, pattern.text};
      is_valid &= check_member(*node, instance, name, value, &one);
    }
    if (!is_known && members.additional != nullptr) {
      is_known = true;
      if (!members.additional->rejects_all) {
        is_valid &= check_member(*members.additional, instance, name, value, &additional);
      } else if (errors_ != nullptr) {
        extras.push_back(shown(name));
      } else {
        return false;
      }
    }
    if (is_known && evaluated != nullptr) evaluated->add(index);
    if (!is_valid && errors_ == nullptr) return false;
    ++index;
  }
  if (!extras.empty()) {
    is_valid = fail(instance, &additional, "additionalProperties", members.additional_rule->origin(),
                    "Additional properties are not allowed " + unexpected(extras));
  }
  // {80: a, "80": b} has one name twice.
  if (required == members.required.size() && other_names.empty()) return is_valid;
  if (required < members.required.size() && errors_ == nullptr) return false;
  return check_required(members, instance, way, std::move(other_names)) && is_valid;
}

bool SchemaValidator::check_required(const SchemaMembers& members, const SchemaInstance& instance,
                                     const SchemaStep* way, Counting<std::string> other_names) {
  std::sort(other_names.begin(), other_names.end());
  bool is_valid = true;
  for (const std::string_view name : members.required) {
    budget_.step();
    if (instance.value.as_map().contains(name)) continue;
    if (std::binary_search(other_names.begin(), other_names.end(), name)) continue;
    if (errors_ == nullptr) return false;
    const SchemaStep step{way, "required"};
    is_valid =
        fail(instance, &step, "required", members.required_rule->origin(), shown(name) + " is a required property");
  }
  return is_valid;
}

bool SchemaValidator::check_names(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way) {
  const SchemaStep step{way, rule.name};
  bool is_valid = true;
  for (const auto& entry : instance.value.as_map()) {
    const Value name = (entry.key.is_string() ? entry.key : Value::string(member_name(entry.key)));
    is_valid &= check(*rule.schema, {name, instance.way, false}, &step, nullptr, nullptr);
    if (!is_valid && errors_ == nullptr) return false;
  }
  return is_valid;
}

bool SchemaValidator::has_member(const Value& object, std::string_view name) {
  budget_.step();
  if (object.as_map().contains(name)) return true;
  // 80 is a name too; a text that looks like a key of another kind is rare.
  const auto number = parse_integer(name);
  return number && object.as_map().contains(Value::integer(number.value));
}

bool SchemaValidator::check_dependency(const SchemaRule& rule, std::string_view name, const Value& needed,
                                       const SchemaInstance& instance, const SchemaStep* way) {
  if (!has_member(instance.value, name) || !needed.is_list()) return true;
  bool is_valid = true;
  for (const Value& other : needed.as_list()) {
    if (!other.is_string()) continue;
    is_valid &= expect(has_member(instance.value, other.as_string()), rule, instance, way,
                       [&] { return shown(other) + " is a dependency of " + shown(name); });
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
                                                const SchemaStep* way, EvaluatedParts& evaluated) {
  const SchemaStep step{way, rule.name};
  std::vector<std::string> extras;
  bool is_valid = true;
  std::size_t index = 0;
  for (const auto& [key, value] : instance.value.as_map()) {
    const std::size_t at = index++;
    if (evaluated.has(at)) continue;
    evaluated.add(at);
    const std::string name = member_name(key);
    if (!rule.schema->rejects_all) {
      is_valid &= check_member(*rule.schema, instance, name, value, &step);
    } else if (errors_ != nullptr) {
      extras.push_back(shown(name));
    } else {
      return false;
    }
    if (!is_valid && errors_ == nullptr) return false;
  }
  return is_valid && expect(extras.empty(), rule, instance, way,
                            [&] { return "Unevaluated properties are not allowed " + unexpected(extras); });
}

}  // namespace evalground
