// Values against compiled schemas: what looks at a value as a whole, and the way through schemas for the same value.
#include "base/utf8.hpp"
#include "data/json_pointer.hpp"
#include "data/json_schema_validator.hpp"
#include "value/compare.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;

std::string type_names(const Value& types) {
  if (!types.is_list()) return shown_value(types, false);
  std::string names;
  for (const Value& name : types.as_list()) names += (names.empty() ? "" : ", ") + shown_value(name, false);
  return names;
}

}  // namespace

void append_pointer(const SchemaStep* step, std::string& pointer) {
  if (step == nullptr) return;
  append_pointer(step->before, pointer);
  if (step->index == SchemaStep::none) return append_pointer_part(pointer, step->name);
  pointer += '/';
  pointer += std::to_string(step->index);
}

std::string pointer_to(const SchemaStep* step) {
  std::string pointer;
  append_pointer(step, pointer);
  return pointer;
}

bool SchemaValidator::validate(const Value& value) {
  const SchemaInstance instance{value, nullptr, value.sensitive()};
  return check(*schema_.root, instance, nullptr, nullptr, nullptr);
}

bool SchemaValidator::fail(const SchemaInstance& instance, const SchemaStep* rule_way, std::string_view keyword,
                           OriginId rule, std::string message) {
  JsonSchemaError error;
  error.instance = pointer_to(instance.way);
  error.schema = pointer_to(rule_way);
  error.keyword = keyword;
  error.message = std::move(message);
  error.where = instance.value.origin();
  error.rule = rule;
  budget_.output(error.instance.size() + error.schema.size() + error.message.size());
  errors_->push_back(std::move(error));
  return false;
}

std::string SchemaValidator::unexpected(const std::vector<std::string>& extras) {
  std::string text = "(";
  for (std::size_t index = 0; index < extras.size() && text.size() <= longest_shown; ++index) {
    if (index != 0) text += ", ";
    text += extras[index];
  }
  if (text.size() > longest_shown) text += "…";
  return text + (extras.size() == 1 ? " was unexpected)" : " were unexpected)");
}

void SchemaValidator::fail_endless(const SchemaNode& node) {
  throw Error("endless-schema", "The schema refers to itself without looking at another part of the value.",
              node.value == nullptr ? 0 : node.value->origin());
}

const Regex& SchemaValidator::regex_of(const SchemaPattern& pattern) const {
  if (pattern.regex) return *pattern.regex;
  throw Error("invalid-pattern",
              "The pattern " + shown(pattern.text) + " is no regular expression: " + pattern.error + ".",
              pattern.origin);
}

SchemaInstance SchemaValidator::part(const SchemaInstance& whole, const Value& value, const SchemaStep& way) {
  return {value, &way, whole.is_sensitive || value.sensitive()};
}

bool SchemaValidator::check(const SchemaNode& start, const SchemaInstance& instance, const SchemaStep* way,
                            EvaluatedParts* evaluated, const ActiveSchema* before) {
  budget_.step();
  const std::uint8_t types = json_types(instance.value);
  if ((types & start.settled_types) != 0) return true;
  if ((types & start.allowed_types) == 0 && errors_ == nullptr) return false;
  const SchemaNode* node = &start;
  for (std::size_t count = 0; node->target != nullptr; ++count) {
    if (count > schema_.nodes.size()) fail_endless(start);
    node = node->target;
  }
  if (node->rejects_all) {
    return fail(instance, way, "", node->value->origin(), "False schema does not allow " + shown(instance));
  }
  const ActiveSchema active{node, before};
  if (!node->leads_on) return check_rules(*node, types, instance, way, evaluated, active);
  for (const ActiveSchema* one = before; one != nullptr; one = one->before) {
    if (one->node == node) fail_endless(*node);
  }
  const Depth depth = budget_.enter();
  const bool is_entered = scope_.empty() || scope_.back() != node->resource;
  if (is_entered) scope_.push_back(node->resource);
  const bool is_valid = node->has_unevaluated ? check_with_unevaluated(*node, types, instance, way, evaluated, active)
                                              : check_rules(*node, types, instance, way, evaluated, active);
  if (is_entered) scope_.pop_back();
  return is_valid;
}

bool SchemaValidator::check_with_unevaluated(const SchemaNode& node, std::uint8_t types, const SchemaInstance& instance,
                                             const SchemaStep* way, EvaluatedParts* evaluated,
                                             const ActiveSchema& active) {
  EvaluatedParts own;
  const bool is_valid = check_rules(node, types, instance, way, &own, active);
  if (evaluated != nullptr) evaluated->add(own);
  return is_valid;
}

bool SchemaValidator::check_rules(const SchemaNode& node, std::uint8_t types, const SchemaInstance& instance,
                                  const SchemaStep* way, EvaluatedParts* evaluated, const ActiveSchema& active) {
  bool is_valid = true;
  for (const SchemaRule& rule : node.rules) {
    const bool is_asked = (rule.types & types) != 0;
    if (rule.keyword == Keyword::type) {
      is_valid &= is_asked || fail_assertion(rule, instance, way);
    } else if (is_asked) {
      is_valid &= rule.is_assertion ? meets(rule, instance.value) || fail_assertion(rule, instance, way)
                                    : check_applicator(rule, instance, way, evaluated, active);
    }
    if (!is_valid && errors_ == nullptr) return false;
  }
  return is_valid;
}

bool SchemaValidator::meets(const SchemaRule& rule, const Value& value) {
  switch (rule.keyword) {
    case Keyword::enumeration: return is_enumerated(rule, value);
    case Keyword::constant: return json_equal(value, *rule.value, NumberEquality::by_value, budget_);
    case Keyword::multiple_of: return is_multiple(value, *rule.value);
    case Keyword::maximum: return python_order(value, *rule.value, budget_) != Order::greater;
    case Keyword::exclusive_maximum: return python_order(value, *rule.value, budget_) == Order::less;
    case Keyword::minimum: return python_order(value, *rule.value, budget_) != Order::less;
    case Keyword::exclusive_minimum: return python_order(value, *rule.value, budget_) == Order::greater;
    case Keyword::max_length: return compare_length(value.as_string(), rule.count) <= 0;
    case Keyword::min_length: return compare_length(value.as_string(), rule.count) >= 0;
    case Keyword::pattern: return regex_of(rule.pattern).matches(value.as_string(), RegexAnchor::none, budget_);
    case Keyword::format: return rule.format(value.as_string());
    case Keyword::max_items: return item_count(value) <= rule.count;
    case Keyword::min_items: return item_count(value) >= rule.count;
    case Keyword::max_properties: return value.as_map().size() <= rule.count;
    case Keyword::min_properties: return value.as_map().size() >= rule.count;
    case Keyword::unique_items: return has_unique_items(value);
    default: return true;
  }
}

std::string SchemaValidator::complaint(const SchemaRule& rule, const SchemaInstance& instance) {
  const auto followed_by = [&](std::string_view words) { return shown(instance).append(words); };
  const auto compared = [&](std::string_view words) { return followed_by(words) + shown(*rule.value); };
  switch (rule.keyword) {
    case Keyword::type: return followed_by(" is not of type ") + type_names(*rule.value);
    case Keyword::enumeration: return compared(" is not one of ");
    case Keyword::constant: return shown(*rule.value) + " was expected";
    case Keyword::multiple_of: return compared(" is not a multiple of ");
    case Keyword::maximum: return compared(" is greater than the maximum of ");
    case Keyword::exclusive_maximum: return compared(" is greater than or equal to the maximum of ");
    case Keyword::minimum: return compared(" is less than the minimum of ");
    case Keyword::exclusive_minimum: return compared(" is less than or equal to the minimum of ");
    case Keyword::pattern: return compared(" does not match ");
    case Keyword::format: return compared(" is not a ");
    case Keyword::max_length:
    case Keyword::max_items: return followed_by(" is too long");
    case Keyword::min_length:
    case Keyword::min_items: return followed_by(" is too short");
    case Keyword::max_properties: return followed_by(" has too many properties");
    case Keyword::min_properties: return followed_by(" does not have enough properties");
    case Keyword::unique_items: return followed_by(" has non-unique elements");
    default: return {};
  }
}

bool SchemaValidator::fail_assertion(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way) {
  if (errors_ == nullptr) return false;
  const SchemaStep step{way, rule.name};
  return fail(instance, &step, rule.name, rule.value->origin(), complaint(rule, instance));
}

bool SchemaValidator::check_applicator(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                       EvaluatedParts* evaluated, const ActiveSchema& active) {
  switch (rule.keyword) {
    case Keyword::reference:
    case Keyword::dynamic_reference: return check_reference(rule, instance, way, evaluated, active);
    case Keyword::prefix_items: return check_tuple(rule, instance, way, evaluated);
    case Keyword::items:
      return rule.schema == nullptr ? check_tuple(rule, instance, way, evaluated)
                                    : check_items(rule, instance, way, evaluated);
    case Keyword::additional_items: return check_items(rule, instance, way, evaluated);
    case Keyword::contains: return check_contains(rule, instance, way, evaluated);
    case Keyword::properties: return check_members(*rule.members, instance, way, evaluated);
    case Keyword::property_names: return check_names(rule, instance, way);
    case Keyword::dependencies:
    case Keyword::dependent_schemas: return check_dependents(rule, instance, way, evaluated, active);
    case Keyword::dependent_required: {
      bool is_valid = true;
      for (const auto& [key, names] : rule.value->as_map()) {
        is_valid &= check_dependency(rule, member_name(key), names, instance, way);
      }
      return is_valid;
    }
    case Keyword::all_of: return check_all(rule, instance, way, evaluated, active);
    case Keyword::any_of:
    case Keyword::one_of: return check_alternatives(rule, instance, way, evaluated, active);
    case Keyword::negation:
      return expect(!is_accepted(*rule.schema, instance, nullptr, &active), rule, instance, way,
                    [&] { return shown(instance) + " should not be valid under " + shown(*rule.value); });
    case Keyword::condition: return check_condition(rule, instance, way, evaluated, active);
    case Keyword::unevaluated_items: return check_unevaluated_items(rule, instance, way, *evaluated);
    case Keyword::unevaluated_properties: return check_unevaluated_members(rule, instance, way, *evaluated);
    default: return true;
  }
}

bool SchemaValidator::is_accepted(const SchemaNode& node, const SchemaInstance& instance, EvaluatedParts* evaluated,
                                  const ActiveSchema* active) {
  const Quiet quiet(*this, nullptr);
  return check(node, instance, nullptr, evaluated, active);
}

bool SchemaValidator::check_reference(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                      EvaluatedParts* evaluated, const ActiveSchema& active) {
  const SchemaNode* target = rule.schema;
  if (target == nullptr) {
    throw Error("unresolved-reference",
                "The reference " + shown(*rule.value) + " leads to no schema that is known here.",
                rule.value->origin());
  }
  if (!rule.anchor.empty()) {
    // The outermost schema resource on the way here that has the anchor.
    for (const std::uint32_t resource : scope_) {
      const auto& anchors = schema_.resources[resource].dynamic_anchors;
      const auto found = anchors.find(rule.anchor);
      if (found == anchors.end()) continue;
      target = found->second;
      break;
    }
  }
  return check(*target, instance, way, evaluated, &active);
}

bool SchemaValidator::is_enumerated(const SchemaRule& rule, const Value& value) {
  if (!rule.value->is_list()) return false;
  const List& items = rule.value->as_list();
  const auto is_it = [&](const Value& item) { return json_equal(value, item, NumberEquality::by_value, budget_); };
  if (rule.hashes.empty()) return std::any_of(items.begin(), items.end(), is_it);
  const std::uint64_t hash = json_hash(value, budget_);
  auto candidate = std::lower_bound(rule.hashes.begin(), rule.hashes.end(), std::pair(hash, std::uint32_t{0}));
  for (; candidate != rule.hashes.end() && candidate->first == hash; ++candidate) {
    if (is_it(items[candidate->second])) return true;
  }
  return false;
}

bool SchemaValidator::check_all(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                EvaluatedParts* evaluated, const ActiveSchema& active) {
  const SchemaStep all{way, rule.name};
  bool is_valid = true;
  for (std::size_t index = 0; index < rule.schemas.size() && (is_valid || errors_ != nullptr); ++index) {
    const SchemaStep one{&all, {}, index};
    is_valid &= check(*rule.schemas[index], instance, &one, evaluated, &active);
  }
  return is_valid;
}

// Most values are accepted by an alternative: errors of the others are looked for only where that is not so.
bool SchemaValidator::check_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                         EvaluatedParts* evaluated, const ActiveSchema& active) {
  const bool is_one = rule.keyword == Keyword::one_of;
  std::size_t accepted = 0;
  for (std::size_t index = 0; index < rule.schemas.size(); ++index) {
    if (!is_alternative(rule, index, instance, evaluated, active)) continue;
    ++accepted;
    if (is_one ? accepted > 1 && errors_ == nullptr : evaluated == nullptr) break;
  }
  if (is_one ? accepted == 1 : accepted != 0) return true;
  return errors_ != nullptr && fail_alternatives(rule, instance, way, active, accepted != 0);
}

bool SchemaValidator::is_alternative(const SchemaRule& rule, std::size_t index, const SchemaInstance& instance,
                                     EvaluatedParts* evaluated, const ActiveSchema& active) {
  if (evaluated == nullptr) return is_accepted(*rule.schemas[index], instance, nullptr, &active);
  EvaluatedParts found;
  if (!is_accepted(*rule.schemas[index], instance, &found, &active)) return false;
  evaluated->add(found);
  return true;
}

bool SchemaValidator::fail_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                        const ActiveSchema& active, bool is_ambiguous) {
  const SchemaStep all{way, rule.name};
  if (is_ambiguous) {
    std::string schemas;
    for (std::size_t index = 0; index < rule.schemas.size(); ++index) {
      if (!is_accepted(*rule.schemas[index], instance, nullptr, &active)) continue;
      schemas += (schemas.empty() ? "" : ", ") + shown(rule.value->as_list()[index]);
    }
    return fail(instance, &all, rule.name, rule.value->origin(),
                shown(instance) + " is valid under each of " + schemas);
  }
  std::vector<JsonSchemaError> branches;
  {
    const Quiet quiet(*this, &branches);
    for (std::size_t index = 0; index < rule.schemas.size(); ++index) {
      const SchemaStep one{&all, {}, index};
      check(*rule.schemas[index], instance, &one, nullptr, &active);
    }
  }
  fail(instance, &all, rule.name, rule.value->origin(),
       shown(instance) + " is not valid under any of the given schemas");
  errors_->back().branches = std::move(branches);
  return false;
}

bool SchemaValidator::check_condition(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                      EvaluatedParts* evaluated, const ActiveSchema& active) {
  EvaluatedParts found;
  const bool is_met = is_accepted(*rule.schema, instance, evaluated == nullptr ? nullptr : &found, &active);
  if (is_met && evaluated != nullptr) evaluated->add(found);
  const SchemaNode* branch = is_met ? rule.then_schema : rule.else_schema;
  if (branch == nullptr) return true;
  const SchemaStep step{way, is_met ? "then" : "else"};
  return check(*branch, instance, &step, evaluated, &active);
}

int SchemaValidator::compare_length(std::string_view text, std::uint64_t count) {
  // A code point has one to four bytes, which mostly tells.
  if (text.size() < count) return -1;
  if (text.size() / 4 > count) return 1;
  budget_.step(1 + text.size() / 64);
  const std::uint64_t length = count_code_points(text);
  return length < count ? -1 : length > count ? 1 : 0;
}

bool validate_json(const CompiledJsonSchema& schema, const Value& instance, std::vector<JsonSchemaError>* errors,
                   Budget& budget) {
  return SchemaValidator(schema, errors, budget).validate(instance);
}

}  // namespace evalground
