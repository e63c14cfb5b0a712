// Warm: the rules of a schema are applied to each value of an instance.
// Values against compiled schemas: rules about whole values, and rules that lead to schemas for the same value.
//
// A node is checked in two speeds. Without a list of errors, the first failure ends everything, and most nodes are
// decided by the types of the value and a loop over assertions (meets). With a list, every failure is described.
// check_alternatives shows why: the schemas of `anyOf` are tried quietly, and again with errors only when all of them
// fail.
//
// `evaluated` collects which parts were looked at, for unevaluatedProperties; null where nobody asks. `way` is the path
// in the schema, a list linked through the stack, which becomes text only in an error.
//
// Warm: compiled for speed where a module has room.
#include "data/json_schema/validator.hpp"

#include "base/text/utf8.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;

}  // namespace

bool SchemaValidator::validate(const Value& value) {
  budget_.step();
  const SchemaStep root;
  return check(*schema_.root, {value, json_types(value), false, nullptr, root}, &root, nullptr, nullptr);
}

// Equality and order, without a call for the most frequent kinds.
inline bool SchemaValidator::is_equal(const Value& a, const Value& b) {
  if (a.is_string() && b.is_string()) return a.as_string() == b.as_string();
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return a.as_integer() == b.as_integer();
  return json_equal(a, b, NumberEquality::by_value, budget_);
}

inline Order SchemaValidator::compare(const Value& number, const Value& bound) {
  if (number.kind() != Kind::integer || bound.kind() != Kind::integer) return python_order(number, bound, budget_);
  const std::int64_t left = number.as_integer(), right = bound.as_integer();
  return left < right ? Order::less : left > right ? Order::greater : Order::equal;
}

// `types` are those of the value: a rule for texts says nothing about a number, and is passed over.
bool SchemaValidator::meets(const SchemaRule* rule, const SchemaRule* end, std::uint8_t types, const Value& value) {
  bool is_met = true;
  for (; is_met && rule != end; ++rule) {
    if ((rule->types & types) == 0) continue;
    switch (rule->keyword) {
      case Keyword::enumeration: is_met = is_enumerated(*rule, value); break;
      case Keyword::constant: is_met = is_equal(value, *rule->value); break;
      case Keyword::multiple_of: is_met = is_multiple(value, *rule->value); break;
      case Keyword::maximum: is_met = compare(value, *rule->value) != Order::greater; break;
      case Keyword::exclusive_maximum: is_met = compare(value, *rule->value) == Order::less; break;
      case Keyword::minimum: is_met = compare(value, *rule->value) != Order::less; break;
      case Keyword::exclusive_minimum: is_met = compare(value, *rule->value) == Order::greater; break;
      case Keyword::max_length: is_met = !is_longer(value.as_string(), rule->count); break;
      case Keyword::min_length: is_met = rule->count == 0 || is_longer(value.as_string(), rule->count - 1); break;
      case Keyword::pattern: is_met = matches(rule->pattern, value.as_string()); break;
      case Keyword::format: is_met = rule->format(value.as_string()); break;
      case Keyword::max_items: is_met = item_count(value) <= rule->count; break;
      case Keyword::min_items: is_met = item_count(value) >= rule->count; break;
      case Keyword::max_properties: is_met = value.as_map().size() <= rule->count; break;
      case Keyword::min_properties: is_met = value.as_map().size() >= rule->count; break;
      case Keyword::unique_items: is_met = has_unique_items(value); break;
      case Keyword::properties: is_met = has_required(*rule->members, value); break;
      default: break;
    }
  }
  return is_met;
}

// `before` holds the nodes that are being checked for this very value. One that comes again would never end: {"$ref":
// "#"}.
bool SchemaValidator::check_closely(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way,
                                    EvaluatedParts* evaluated, const ActiveSchema* before) {
  if (node.only_asserts) return errors_ != nullptr && fail_assertions(node, instance, way);
  const bool is_allowed = (instance.types & node.allowed_types) != 0;
  if (!is_allowed && errors_ == nullptr) return false;
  for (const ActiveSchema* one = before; one != nullptr; one = one->before) {
    if (one->node == &node) fail_endless(node);
  }
  const Depth depth = budget_.enter();
  if (is_allowed && node.only_members != nullptr) return check_members(*node.only_members, instance, way, evaluated);
  return node.has_unevaluated ? check_with_unevaluated(node, instance, way, evaluated, before)
                              : check_rules(node, instance, way, evaluated, before);
}

bool SchemaValidator::check_with_unevaluated(const SchemaNode& node, const SchemaInstance& instance,
                                             const SchemaStep* way, EvaluatedParts* evaluated,
                                             const ActiveSchema* before) {
  EvaluatedParts own;
  const bool is_valid = check_rules(node, instance, way, &own, before);
  if (evaluated != nullptr) evaluated->add(own);
  return is_valid;
}

// A rule of a type that the value does not have is skipped, except for `type`, which then fails.
bool SchemaValidator::check_rules(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way,
                                  EvaluatedParts* evaluated, const ActiveSchema* before) {
  const bool is_allowed = (instance.types & node.allowed_types) != 0;
  const ActiveSchema active{&node, before};
  const bool is_entered = node.is_scoped && (scope_.empty() || scope_.back() != node.resource);
  if (is_entered) scope_.push_back(node.resource);
  bool is_valid = true;
  for (const SchemaRule* rule = is_allowed ? node.after_type : node.rules.data(); rule != node.end; ++rule) {
    if ((rule->types & instance.types) == 0) {
      if (rule->keyword == Keyword::type) is_valid = errors_ != nullptr && fail_assertion(*rule, instance, way);
    } else if (rule->is_assertion) {
      if (meets(rule, rule + 1, instance.types, instance.value)) continue;
      is_valid = errors_ != nullptr && fail_assertion(*rule, instance, way);
    } else if (rule->members) {
      is_valid &= check_members(*rule->members, instance, way, evaluated);
    } else if (rule->keyword == Keyword::items && rule->schema != nullptr) {
      is_valid &= check_items(*rule, instance, way, evaluated, active);
    } else {
      is_valid &= (this->*rule->entry->check)(*rule, instance, way, evaluated, active);
    }
    if (!is_valid && errors_ == nullptr) break;
  }
  if (is_entered) scope_.pop_back();
  return is_valid;
}

// A long enum has a sorted list of hashes, and costs one hash and a binary search.
bool SchemaValidator::is_enumerated(const SchemaRule& rule, const Value& value) {
  if (!rule.value->is_list()) return false;
  const List& items = rule.value->as_list();
  if (rule.hashes.empty()) {
    for (const Value& item : items) {
      if (is_equal(value, item)) return true;
    }
    return false;
  }
  const std::uint64_t hash = json_hash(value, budget_);
  auto candidate = std::lower_bound(rule.hashes.begin(), rule.hashes.end(), std::pair(hash, std::uint32_t{0}));
  for (; candidate != rule.hashes.end() && candidate->first == hash; ++candidate) {
    if (is_equal(value, items[candidate->second])) return true;
  }
  return false;
}

// Few items are compared in pairs. More are sorted by hash, and only equal hashes are compared, so a large array takes
// n log n steps.
bool SchemaValidator::has_unique_items(const Value& array) {
  const std::size_t count = item_count(array);
  if (count <= most_compared) {
    budget_.step(1 + count * count / 2);
    for (std::size_t index = 1; index < count; ++index) {
      const Value& item = item_at(array, index);
      for (std::size_t other = 0; other < index; ++other) {
        if (is_equal(item_at(array, other), item)) return false;
      }
    }
    return true;
  }
  Counting<std::pair<std::uint64_t, std::uint32_t>> hashes;
  hashes.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    hashes.emplace_back(json_hash(item_at(array, index), budget_), static_cast<std::uint32_t>(index));
  }
  std::sort(hashes.begin(), hashes.end());
  for (std::size_t index = 0; index < count; ++index) {
    for (std::size_t other = index + 1; other < count && hashes[other].first == hashes[index].first; ++other) {
      budget_.step();
      if (is_equal(item_at(array, hashes[index].second), item_at(array, hashes[other].second))) return false;
    }
  }
  return true;
}

// Counting is enough: keys are unique, so as many required members as required names means that all are there.
bool SchemaValidator::has_required(const SchemaMembers& members, const Value& object) {
  std::size_t count = 0;
  budget_.step(object.as_map().size());
  for (const auto& [key, value] : object.as_map()) {
    if (!key.is_string()) {
      const Quiet quiet(*this, nullptr);
      return check_members(members, {object, json_types(object), false, nullptr, {}}, nullptr, nullptr);
    }
    count += members.find(key, budget_).is_required ? 1 : 0;
  }
  return count == members.required.size();
}

// True when a text has more code points than `count`.
bool SchemaValidator::is_longer(std::string_view text, std::uint64_t count) {
  // Each has one to four bytes, so the size usually decides.
  if (text.size() <= count) return false;
  if ((text.size() + 3) / 4 > count) return true;
  budget_.step(1 + text.size() / 64);
  return count_code_points(text) > count;
}

bool SchemaValidator::matches(const SchemaPattern& pattern, std::string_view text) {
  if (!pattern.regex) fail_pattern(pattern);
  return pattern.regex->matches(text, RegexAnchor::none, budget_);
}

bool SchemaValidator::check_negation(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                     EvaluatedParts*, const ActiveSchema& active) {
  if (!is_accepted(*rule.schema, instance, nullptr, active)) return true;
  return errors_ != nullptr && fail_assertion(rule, instance, way);
}

bool SchemaValidator::is_accepted(const SchemaNode& node, const SchemaInstance& instance, EvaluatedParts* evaluated,
                                  const ActiveSchema& active) {
  budget_.step();
  if (is_accepted_at_once(node, instance.types, instance.value)) return true;
  if (node.only_asserts) return false;
  const Quiet quiet(*this, nullptr);
  if (evaluated == nullptr) return check_closely(node, instance, nullptr, nullptr, &active);
  EvaluatedParts found;  // ignore the parts evaluated by schemas that reject the value
  if (!check_closely(node, instance, nullptr, &found, &active)) return false;
  evaluated->add(found);
  return true;
}

// `$dynamicRef`: the outermost resource that has the anchor wins, which lets a schema extend a recursive one.
bool SchemaValidator::check_reference(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                      EvaluatedParts* evaluated, const ActiveSchema& active) {
  budget_.step();
  const SchemaNode* target = rule.schema;
  if (target == nullptr) fail_unresolved(rule);
  if (!rule.anchor.empty()) {
    // Find the outermost schema resource on the current path with the anchor.
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

bool SchemaValidator::check_all(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                EvaluatedParts* evaluated, const ActiveSchema& active) {
  budget_.step(rule.schemas.size());
  const SchemaStep all{way, rule.name};
  bool is_valid = true;
  for (std::size_t index = 0; index < rule.schemas.size() && (is_valid || errors_ != nullptr); ++index) {
    const SchemaStep one{&all, {}, index};
    is_valid &= check(*rule.schemas[index], instance, &one, evaluated, &active);
  }
  return is_valid;
}

// Usually one alternative accepts the value. Only otherwise are errors of the alternatives collected.
bool SchemaValidator::check_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                         EvaluatedParts* evaluated, const ActiveSchema& active) {
  const bool is_one = rule.keyword == Keyword::one_of;
  std::size_t accepted = 0;
  for (const SchemaNode* schema : rule.schemas) {
    if (!is_accepted(*schema, instance, evaluated, active)) continue;
    ++accepted;
    if (is_one ? accepted > 1 && errors_ == nullptr : evaluated == nullptr) break;
  }
  if (is_one ? accepted == 1 : accepted != 0) return true;
  return errors_ != nullptr && fail_alternatives(rule, instance, way, active, accepted != 0);
}

bool SchemaValidator::check_condition(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                      EvaluatedParts* evaluated, const ActiveSchema& active) {
  const bool is_met = is_accepted(*rule.schema, instance, evaluated, active);
  const SchemaNode* branch = is_met ? rule.then_schema : rule.else_schema;
  if (branch == nullptr) return true;
  const SchemaStep step{way, is_met ? "then" : "else"};
  return check(*branch, instance, &step, evaluated, &active);
}

bool validate_json(const CompiledJsonSchema& schema, const Value& instance, std::vector<JsonSchemaError>* errors,
                   Budget& budget) {
  return SchemaValidator(schema, errors, budget).validate(instance);
}

}  // namespace evalground
