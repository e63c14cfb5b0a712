// Values against compiled schemas: what looks at a value as a whole, and the way through schemas for the same value.
#include "base/utf8.hpp"
#include "data/json_pointer.hpp"
#include "data/json_schema_validator.hpp"
#include "value/compare.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;

}  // namespace

std::string pointer_to(const SchemaStep* step) {
  std::vector<const SchemaStep*> steps;
  for (; step != nullptr; step = step->before) steps.push_back(step);
  std::string pointer;
  for (auto one = steps.rbegin(); one != steps.rend(); ++one) {
    pointer += '/';
    pointer += (*one)->index == SchemaStep::none ? escape_pointer_part((*one)->name) : std::to_string((*one)->index);
  }
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
  const SchemaNode* node = &start;
  for (std::size_t count = 0; node->target != nullptr; ++count) {
    if (count > schema_.nodes.size()) fail_endless(start);
    node = node->target;
  }
  budget_.step();
  if (node->rejects_all) {
    return errors_ != nullptr &&
           fail(instance, way, "", node->value->origin(), "False schema does not allow " + shown(instance));
  }
  if (node->rules.empty()) return true;
  for (const ActiveSchema* one = before; one != nullptr; one = one->before) {
    if (one->node == node) fail_endless(*node);
  }
  const Depth depth = budget_.enter();
  const ActiveSchema active{node, before};
  const bool is_entered = scope_.empty() || scope_.back() != node->resource;
  if (is_entered) scope_.push_back(node->resource);
  EvaluatedParts own;
  EvaluatedParts* const collected = node->has_unevaluated && evaluated == nullptr ? &own : evaluated;
  const bool is_valid = check_rules(*node, instance, way, node->has_unevaluated ? &own : collected, active);
  if (node->has_unevaluated && evaluated != nullptr) evaluated->add(own);
  if (is_entered) scope_.pop_back();
  return is_valid;
}

bool SchemaValidator::check_rules(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way,
                                  EvaluatedParts* evaluated, const ActiveSchema& active) {
  const std::uint8_t types = json_types(instance.value);
  bool is_valid = true;
  for (const SchemaRule& rule : node.rules) {
    if (rule.keyword == Keyword::type) {
      is_valid &= check_type(rule, types, instance, way);
    } else if ((rule.types & types) != 0 || rule.types == every_type) {
      is_valid &= check_rule(rule, instance, way, evaluated, active);
    }
    if (!is_valid && errors_ == nullptr) return false;
  }
  return is_valid;
}

bool SchemaValidator::check_type(const SchemaRule& rule, std::uint8_t types, const SchemaInstance& instance,
                                 const SchemaStep* way) {
  return expect((rule.types & types) != 0, rule, instance, way, [&] {
    std::string names;
    if (rule.value->is_list()) {
      for (const Value& name : rule.value->as_list()) names += (names.empty() ? "" : ", ") + shown(name);
    } else {
      names = shown(*rule.value);
    }
    return shown(instance) + " is not of type " + names;
  });
}

bool SchemaValidator::check_rule(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                 EvaluatedParts* evaluated, const ActiveSchema& active) {
  switch (rule.keyword) {
    case Keyword::reference:
    case Keyword::dynamic_reference: return check_reference(rule, instance, way, evaluated, active);
    case Keyword::enumeration: return check_enumeration(rule, instance, way);
    case Keyword::constant:
      return expect(json_equal(instance.value, *rule.value, NumberEquality::by_value, budget_), rule, instance, way,
                    [&] { return shown(*rule.value) + " was expected"; });
    case Keyword::multiple_of:
      return expect(is_multiple(instance.value, *rule.value), rule, instance, way,
                    [&] { return shown(instance) + " is not a multiple of " + shown(*rule.value); });
    case Keyword::maximum:
    case Keyword::exclusive_maximum:
    case Keyword::minimum:
    case Keyword::exclusive_minimum: return check_bound(rule, instance, way);
    case Keyword::max_length:
    case Keyword::min_length: return check_length(rule, instance, way);
    case Keyword::pattern:
      return expect(regex_of(rule.pattern).matches(instance.value.as_string(), RegexAnchor::none, budget_), rule,
                    instance, way, [&] { return shown(instance) + " does not match " + shown(*rule.value); });
    case Keyword::format:
      return expect(rule.format(instance.value.as_string()), rule, instance, way,
                    [&] { return shown(instance) + " is not a " + shown(*rule.value); });
    case Keyword::max_items:
    case Keyword::min_items: {
      const std::size_t count = item_count(instance.value);
      const bool is_most = rule.keyword == Keyword::max_items;
      return expect(is_most ? count <= rule.count : count >= rule.count, rule, instance, way,
                    [&] { return shown(instance) + (is_most ? " is too long" : " is too short"); });
    }
    case Keyword::max_properties:
    case Keyword::min_properties: {
      const std::size_t count = instance.value.as_map().size();
      const bool is_most = rule.keyword == Keyword::max_properties;
      return expect(is_most ? count <= rule.count : count >= rule.count, rule, instance, way, [&] {
        return shown(instance) + (is_most ? " has too many properties" : " does not have enough properties");
      });
    }
    case Keyword::unique_items:
      return expect(has_unique_items(instance.value), rule, instance, way,
                    [&] { return shown(instance) + " has non-unique elements"; });
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

bool SchemaValidator::check_enumeration(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way) {
  const std::uint64_t hash = json_hash(instance.value, budget_);
  auto candidate = std::lower_bound(rule.hashes.begin(), rule.hashes.end(), std::pair(hash, std::uint32_t{0}));
  bool is_found = false;
  for (; !is_found && candidate != rule.hashes.end() && candidate->first == hash; ++candidate) {
    is_found = json_equal(instance.value, rule.value->as_list()[candidate->second], NumberEquality::by_value, budget_);
  }
  return expect(is_found, rule, instance, way,
                [&] { return shown(instance) + " is not one of " + shown(*rule.value); });
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

bool SchemaValidator::check_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                         EvaluatedParts* evaluated, const ActiveSchema& active) {
  const bool is_one = rule.keyword == Keyword::one_of;
  const SchemaStep all{way, rule.name};
  std::vector<JsonSchemaError> branches;
  std::vector<std::size_t> accepted;
  for (std::size_t index = 0; index < rule.schemas.size(); ++index) {
    const SchemaStep one{&all, {}, index};
    EvaluatedParts found;
    const Quiet quiet(*this, errors_ == nullptr ? nullptr : &branches);
    if (!check(*rule.schemas[index], instance, &one, evaluated == nullptr ? nullptr : &found, &active)) continue;
    if (evaluated != nullptr) evaluated->add(found);
    accepted.push_back(index);
    if (is_one ? accepted.size() > 1 && errors_ == nullptr : evaluated == nullptr) break;
  }
  const bool is_valid = expect(is_one ? accepted.size() == 1 : !accepted.empty(), rule, instance, way, [&] {
    if (accepted.empty()) return shown(instance) + " is not valid under any of the given schemas";
    std::string schemas;
    for (const std::size_t index : accepted) {
      schemas += (schemas.empty() ? "" : ", ") + shown(rule.value->as_list()[index]);
    }
    return shown(instance) + " is valid under each of " + schemas;
  });
  if (!is_valid && errors_ != nullptr && accepted.empty()) errors_->back().branches = std::move(branches);
  return is_valid;
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

bool SchemaValidator::check_bound(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way) {
  const Order order = python_order(instance.value, *rule.value, budget_);
  switch (rule.keyword) {
    case Keyword::maximum:
      return expect(order != Order::greater, rule, instance, way,
                    [&] { return shown(instance) + " is greater than the maximum of " + shown(*rule.value); });
    case Keyword::minimum:
      return expect(order != Order::less, rule, instance, way,
                    [&] { return shown(instance) + " is less than the minimum of " + shown(*rule.value); });
    case Keyword::exclusive_maximum:
      return expect(order == Order::less, rule, instance, way, [&] {
        return shown(instance) + " is greater than or equal to the maximum of " + shown(*rule.value);
      });
    default:
      return expect(order == Order::greater, rule, instance, way,
                    [&] { return shown(instance) + " is less than or equal to the minimum of " + shown(*rule.value); });
  }
}

bool SchemaValidator::check_length(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way) {
  const std::string_view text = instance.value.as_string();
  const bool is_most = rule.keyword == Keyword::max_length;
  // A code point has one to four bytes.
  const bool is_decided = is_most ? text.size() <= rule.count : text.size() < rule.count;
  budget_.step(1 + (is_decided ? 0 : text.size() / 64));
  const bool is_met = is_decided ? is_most
                      : is_most  ? count_code_points(text) <= rule.count
                                 : count_code_points(text) >= rule.count;
  return expect(is_met, rule, instance, way,
                [&] { return shown(instance) + (is_most ? " is too long" : " is too short"); });
}

bool validate_json(const CompiledJsonSchema& schema, const Value& instance, std::vector<JsonSchemaError>* errors,
                   Budget& budget) {
  return SchemaValidator(schema, errors, budget).validate(instance);
}

}  // namespace evalground
