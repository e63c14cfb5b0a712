// Values against compiled schemas. With a list for errors all are found, without one the first ends the walk.
#include <algorithm>
#include <cmath>

#include "base/hash.hpp"
#include "base/number.hpp"
#include "base/utf8.hpp"
#include "data/json_pointer.hpp"
#include "data/json_schema_compiled.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

using Keyword = SchemaKeyword;

constexpr std::size_t longest_shown = 120;  // bytes of a value in a message
constexpr std::string_view redacted = "<<REDACTED>>";

std::uint8_t bit(JsonType type) {
  return static_cast<std::uint8_t>(type);
}

bool is_array(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple || value.kind() == Kind::set;
}

// A value's types as bits; 0 for what JSON has not.
std::uint8_t types_of(const Value& value) {
  switch (value.kind()) {
    case Kind::undefined:
    case Kind::null: return bit(JsonType::null);
    case Kind::boolean: return bit(JsonType::boolean);
    case Kind::integer: return bit(JsonType::integer) | bit(JsonType::number);
    case Kind::real: {
      const double real = value.as_real();
      const bool is_whole = std::isfinite(real) && real == std::floor(real);
      return bit(JsonType::number) | (is_whole ? bit(JsonType::integer) : 0);
    }
    case Kind::string: return bit(JsonType::string);
    case Kind::list:
    case Kind::tuple:
    case Kind::set: return bit(JsonType::array);
    case Kind::map: return bit(JsonType::object);
    case Kind::object: return is_integer(value) ? bit(JsonType::integer) | bit(JsonType::number) : 0;
    case Kind::bytes: return 0;
  }
  return 0;
}

std::size_t item_count(const Value& array) {
  return array.kind() == Kind::set ? array.as_map().size() : array.as_list().size();
}

const Value& item_at(const Value& array, std::size_t index) {
  return array.kind() == Kind::set ? array.as_map().entry(index).key : array.as_list()[index];
}

// A value as a message shows it: JSON, cut where it is long, without what is sensitive.
class Shown {
 public:
  static std::string of(const Value& value, bool is_sensitive) {
    Shown shown;
    shown.add(value, is_sensitive, 0);
    return std::move(shown.text_);
  }

 private:
  void add(const Value& value, bool is_sensitive, int depth) {
    if (text_.size() > longest_shown) return;
    if (is_sensitive || value.sensitive()) {
      text_ += redacted;
    } else if (is_array(value)) {
      text_ += '[';
      for (std::size_t index = 0; index < item_count(value) && text_.size() <= longest_shown; ++index) {
        if (index != 0) text_ += ',';
        if (depth == most_depth) return cut();
        add(item_at(value, index), false, depth + 1);
      }
      close(']');
    } else if (value.is_map()) {
      text_ += '{';
      bool is_first = true;
      for (const auto& [key, member] : value.as_map()) {
        if (text_.size() > longest_shown) break;
        if (depth == most_depth) return cut();
        if (!is_first) text_ += ',';
        is_first = false;
        add_scalar(Value::string(member_name(key)));
        text_ += ':';
        add(member, false, depth + 1);
      }
      close('}');
    } else if (value.is_object() && !is_integer(value)) {
      text_ += value.as_object().type_name();
    } else {
      add_scalar(value);
    }
  }

  void add_scalar(const Value& value) {
    Budget budget;
    if (!value.is_string() || value.as_string().size() <= longest_shown) {
      text_ += write_json(value, budget);
      return;
    }
    const std::string_view start = slice_code_points(value.as_string(), 0, longest_shown);
    text_ += write_json(Value::string(start), budget);
    if (start.size() < value.as_string().size()) text_.insert(text_.size() - 1, "…");
  }

  void close(char bracket) {
    if (text_.size() > longest_shown) return cut();
    text_ += bracket;
  }

  void cut() {
    if (!text_.ends_with("…")) text_ += "…";
  }

  static constexpr int most_depth = 8;
  std::string text_;
};

// A decimal number as its shortest text has it: digits * 10^exponent.
struct Decimal {
  BigInt digits;
  int exponent = 0;
};

std::optional<Decimal> decimal_of(const Value& number) {
  if (number.kind() != Kind::real) return Decimal{big_integer_of(number), 0};
  if (!std::isfinite(number.as_real())) return std::nullopt;
  const std::string text = real_text(std::fabs(number.as_real()));
  Decimal decimal;
  std::string digits;
  bool is_after_point = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == 'e') {
      decimal.exponent += static_cast<int>(parse_loose_integer(std::string_view(text).substr(at + 1)).value);
      break;
    }
    if (text[at] == '.') {
      is_after_point = true;
      continue;
    }
    digits += text[at];
    if (is_after_point) --decimal.exponent;
  }
  decimal.digits = *BigInt::parse(digits);
  return decimal;
}

// Exactly, by what the numbers are written as: 0.0075 is a multiple of 0.0001.
bool is_multiple(const Value& number, const Value& of) {
  if (number.kind() == Kind::integer && of.kind() == Kind::integer) {
    return of.as_integer() == 0 || of.as_integer() == -1 || number.as_integer() % of.as_integer() == 0;
  }
  const auto a = decimal_of(number);
  const auto b = decimal_of(of);
  if (!a || !b || b->digits.is_zero()) return false;
  const int shared = std::min(a->exponent, b->exponent);
  const BigInt dividend = a->digits * BigInt(10).power(static_cast<std::uint64_t>(a->exponent - shared));
  const BigInt divisor = b->digits * BigInt(10).power(static_cast<std::uint64_t>(b->exponent - shared));
  return BigInt::divide(dividend, divisor)->second.is_zero();
}

// One step of the way to a value or a rule; the ways are built only for errors.
struct Step {
  const Step* before = nullptr;
  std::string_view name;
  std::size_t index = none;  // instead of a name

  static constexpr std::size_t none = ~std::size_t{0};
};

std::string pointer_to(const Step* step) {
  std::vector<const Step*> steps;
  for (; step != nullptr; step = step->before) steps.push_back(step);
  std::string pointer;
  for (auto one = steps.rbegin(); one != steps.rend(); ++one) {
    pointer += '/';
    pointer += (*one)->index == Step::none ? escape_pointer_part((*one)->name) : std::to_string((*one)->index);
  }
  return pointer;
}

// Which members or items of one value some schema has looked at.
struct Evaluated {
  std::vector<bool> parts;

  void add(std::size_t index) {
    if (parts.size() <= index) parts.resize(index + 1);
    parts[index] = true;
  }
  void add_all(std::size_t count) { parts.assign(std::max(count, parts.size()), true); }
  void add(const Evaluated& other) {
    if (parts.size() < other.parts.size()) parts.resize(other.parts.size());
    for (std::size_t index = 0; index < other.parts.size(); ++index) {
      if (other.parts[index]) parts[index] = true;
    }
  }
  bool has(std::size_t index) const { return index < parts.size() && parts[index]; }
};

// A value on its way through schemas that all look at the same value.
struct Instance {
  const Value& value;
  const Step* way;
  bool is_sensitive;
};

// A schema that is being evaluated, and the one that led to it with the same value.
struct Active {
  const SchemaNode* node;
  const Active* before;
};

class Validator {
 public:
  Validator(const CompiledJsonSchema& schema, std::vector<JsonSchemaError>* errors, Budget& budget)
      : schema_(schema), errors_(errors), budget_(budget) {}

  bool validate(const Value& value) {
    const Instance instance{value, nullptr, value.sensitive()};
    return check(*schema_.root, instance, nullptr, nullptr, nullptr);
  }

 private:
  // --- errors

  // Keeps errors of a part that may fail without making the whole fail.
  class Quiet {
   public:
    Quiet(Validator& validator, std::vector<JsonSchemaError>* errors)
        : validator_(validator), before_(std::exchange(validator.errors_, errors)) {}
    ~Quiet() { validator_.errors_ = before_; }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

   private:
    Validator& validator_;
    std::vector<JsonSchemaError>* before_;
  };

  bool fail(const Instance& instance, const Step* rule_way, std::string_view keyword, OriginId rule,
            std::string message) {
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

  // `message` is made only where errors are wanted.
  template <class Message>
  bool expect(bool is_met, const SchemaRule& rule, const Instance& instance, const Step* way, const Message& message) {
    if (is_met) return true;
    if (errors_ == nullptr) return false;
    const Step step{way, rule.name};
    return fail(instance, &step, rule.name, rule.value->origin(), message());
  }

  static std::string shown(const Instance& instance) { return Shown::of(instance.value, instance.is_sensitive); }
  static std::string shown(const Value& value) { return Shown::of(value, false); }
  static std::string shown(std::string_view text) { return Shown::of(Value::string(text), false); }

  // "("a", "b" were unexpected)"
  static std::string unexpected(const std::vector<std::string>& extras) {
    std::string text = "(";
    for (std::size_t index = 0; index < extras.size() && text.size() <= longest_shown; ++index) {
      if (index != 0) text += ", ";
      text += extras[index];
    }
    if (text.size() > longest_shown) text += "…";
    return text + (extras.size() == 1 ? " was unexpected)" : " were unexpected)");
  }

  [[noreturn]] static void fail_endless(const SchemaNode& node) {
    throw Error("endless-schema", "The schema refers to itself without looking at another part of the value.",
                node.value == nullptr ? 0 : node.value->origin());
  }

  const Regex& regex_of(const SchemaPattern& pattern) const {
    if (pattern.regex) return *pattern.regex;
    throw Error("invalid-pattern",
                "The pattern " + shown(pattern.text) + " is no regular expression: " + pattern.error + ".",
                pattern.origin);
  }

  // --- nodes

  Instance part(const Instance& whole, const Value& value, const Step& way) {
    return {value, &way, whole.is_sensitive || value.sensitive()};
  }

  bool check(const SchemaNode& start, const Instance& instance, const Step* way, Evaluated* evaluated,
             const Active* before) {
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
    const Depth depth = budget_.enter();
    const Active active{node, before};
    const bool is_entered = scope_.empty() || scope_.back() != node->resource;
    if (is_entered) scope_.push_back(node->resource);
    Evaluated own;
    Evaluated* const collected = node->has_unevaluated && evaluated == nullptr ? &own : evaluated;
    const bool is_valid = check_rules(*node, instance, way, node->has_unevaluated ? &own : collected, active);
    if (node->has_unevaluated && evaluated != nullptr) evaluated->add(own);
    if (is_entered) scope_.pop_back();
    return is_valid;
  }

  bool check_rules(const SchemaNode& node, const Instance& instance, const Step* way, Evaluated* evaluated,
                   const Active& active) {
    const std::uint8_t types = types_of(instance.value);
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

  bool check_type(const SchemaRule& rule, std::uint8_t types, const Instance& instance, const Step* way) {
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

  bool check_rule(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated,
                  const Active& active) {
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

  // Whether a schema accepts the value, without errors.
  bool is_accepted(const SchemaNode& node, const Instance& instance, Evaluated* evaluated, const Active* active) {
    const Quiet quiet(*this, nullptr);
    return check(node, instance, nullptr, evaluated, active);
  }

  // --- keywords of any value

  bool check_reference(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated,
                       const Active& active) {
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
    for (const Active* one = &active; one != nullptr; one = one->before) {
      if (one->node == target) fail_endless(*target);
    }
    return check(*target, instance, way, evaluated, &active);
  }

  bool check_enumeration(const SchemaRule& rule, const Instance& instance, const Step* way) {
    const std::uint64_t hash = json_hash(instance.value, budget_);
    auto candidate = std::lower_bound(rule.hashes.begin(), rule.hashes.end(), std::pair(hash, std::uint32_t{0}));
    bool is_found = false;
    for (; !is_found && candidate != rule.hashes.end() && candidate->first == hash; ++candidate) {
      is_found =
          json_equal(instance.value, rule.value->as_list()[candidate->second], NumberEquality::by_value, budget_);
    }
    return expect(is_found, rule, instance, way,
                  [&] { return shown(instance) + " is not one of " + shown(*rule.value); });
  }

  bool check_all(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated,
                 const Active& active) {
    const Step all{way, rule.name};
    bool is_valid = true;
    for (std::size_t index = 0; index < rule.schemas.size() && (is_valid || errors_ != nullptr); ++index) {
      const Step one{&all, {}, index};
      is_valid &= check(*rule.schemas[index], instance, &one, evaluated, &active);
    }
    return is_valid;
  }

  bool check_alternatives(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated,
                          const Active& active) {
    const bool is_one = rule.keyword == Keyword::one_of;
    const Step all{way, rule.name};
    std::vector<JsonSchemaError> branches;
    std::vector<std::size_t> accepted;
    for (std::size_t index = 0; index < rule.schemas.size(); ++index) {
      const Step one{&all, {}, index};
      Evaluated found;
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

  bool check_condition(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated,
                       const Active& active) {
    Evaluated found;
    const bool is_met = is_accepted(*rule.schema, instance, evaluated == nullptr ? nullptr : &found, &active);
    if (is_met && evaluated != nullptr) evaluated->add(found);
    const SchemaNode* branch = is_met ? rule.then_schema : rule.else_schema;
    if (branch == nullptr) return true;
    const Step step{way, is_met ? "then" : "else"};
    return check(*branch, instance, &step, evaluated, &active);
  }

  // --- numbers and texts

  bool check_bound(const SchemaRule& rule, const Instance& instance, const Step* way) {
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
        return expect(order == Order::greater, rule, instance, way, [&] {
          return shown(instance) + " is less than or equal to the minimum of " + shown(*rule.value);
        });
    }
  }

  bool check_length(const SchemaRule& rule, const Instance& instance, const Step* way) {
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

  // --- arrays

  bool has_unique_items(const Value& array) {
    const std::size_t count = item_count(array);
    std::vector<std::pair<std::uint64_t, std::size_t>, CountingAllocator<std::pair<std::uint64_t, std::size_t>>> hashes;
    hashes.reserve(count);
    for (std::size_t index = 0; index < count; ++index) {
      hashes.emplace_back(json_hash(item_at(array, index), budget_), index);
    }
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t index = 0; index < count; ++index) {
      for (std::size_t other = index + 1; other < count && hashes[other].first == hashes[index].first; ++other) {
        budget_.step();
        if (json_equal(item_at(array, hashes[index].second), item_at(array, hashes[other].second),
                       NumberEquality::by_value, budget_)) {
          return false;
        }
      }
    }
    return true;
  }

  bool check_item(const SchemaNode& node, const Instance& array, std::size_t index, const Step* way) {
    const Step step{array.way, {}, index};
    return check(node, part(array, item_at(array.value, index), step), way, nullptr, nullptr);
  }

  // A schema for each of the first items.
  bool check_tuple(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated) {
    const Step all{way, rule.name};
    const std::size_t count = std::min(item_count(instance.value), rule.schemas.size());
    bool is_valid = true;
    for (std::size_t index = 0; index < count && (is_valid || errors_ != nullptr); ++index) {
      const Step one{&all, {}, index};
      is_valid &= check_item(*rule.schemas[index], instance, index, &one);
    }
    if (evaluated != nullptr) evaluated->add_all(count);
    return is_valid;
  }

  // One schema for all items but the first few.
  bool check_items(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated) {
    const std::size_t count = item_count(instance.value);
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
        for (std::size_t index = rule.count; index < count; ++index) {
          extras.push_back(Shown::of(item_at(instance.value, index), instance.is_sensitive));
          if (extras.size() * 2 > longest_shown) break;
        }
        return "Additional items are not allowed " + unexpected(extras);
      });
    }
    const Step all{way, rule.name};
    bool is_valid = true;
    for (std::size_t index = rule.count; index < count && (is_valid || errors_ != nullptr); ++index) {
      is_valid &= check_item(*rule.schema, instance, index, &all);
    }
    return is_valid;
  }

  bool check_contains(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated) {
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
    const Step step{way, rule.name};
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

  bool check_unevaluated_items(const SchemaRule& rule, const Instance& instance, const Step* way,
                               Evaluated& evaluated) {
    const Step step{way, rule.name};
    std::vector<std::string> extras;
    bool is_valid = true;
    for (std::size_t index = 0; index < item_count(instance.value); ++index) {
      if (evaluated.has(index)) continue;
      evaluated.add(index);
      if (!rule.schema->rejects_all) {
        is_valid &= check_item(*rule.schema, instance, index, &step);
      } else if (errors_ != nullptr) {
        extras.push_back(Shown::of(item_at(instance.value, index), instance.is_sensitive));
      } else {
        return false;
      }
      if (!is_valid && errors_ == nullptr) return false;
    }
    return is_valid && expect(extras.empty(), rule, instance, way,
                              [&] { return "Unevaluated items are not allowed " + unexpected(extras); });
  }

  // --- objects

  bool check_member(const SchemaNode& node, const Instance& object, std::string_view name, const Value& value,
                    const Step* way) {
    const Step step{object.way, name};
    return check(node, part(object, value, step), way, nullptr, nullptr);
  }

  // `properties`, `patternProperties`, `additionalProperties` and `required` in one pass over the members.
  bool check_members(const SchemaMembers& members, const Instance& instance, const Step* way, Evaluated* evaluated) {
    if (!instance.value.is_map()) return true;
    const Step properties{way, "properties"};
    const Step patterns{way, "patternProperties"};
    const Step additional{way, "additionalProperties"};
    std::size_t missing = members.required.size();
    std::vector<bool> seen(errors_ == nullptr ? 0 : missing);
    std::vector<std::string> extras;
    bool is_valid = true;
    std::size_t index = 0;
    for (const auto& [key, value] : instance.value.as_map()) {
      const std::string converted = key.is_string() ? std::string() : member_name(key);
      const std::string_view name = key.is_string() ? key.as_string() : std::string_view(converted);
      const MemberNames::Entry* entry = members.names.find(name, budget_);
      bool is_known = false;
      if (entry != nullptr && entry->required != 0) {
        --missing;
        if (!seen.empty()) seen[entry->required - 1] = true;
      }
      if (entry != nullptr && entry->schema != nullptr) {
        is_known = true;
        const Step one{&properties, name};
        is_valid &= check_member(*entry->schema, instance, name, value, &one);
      }
      for (const auto& [pattern, node] : members.patterns) {
        if (!regex_of(pattern).matches(name, RegexAnchor::none, budget_)) continue;
        is_known = true;
        const Step one{&patterns, pattern.text};
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
    if (missing == 0) return is_valid;
    for (std::size_t number = 0; number < seen.size(); ++number) {
      if (seen[number]) continue;
      const Step required{way, "required"};
      fail(instance, &required, "required", members.required_rule->origin(),
           shown(members.required[number]) + " is a required property");
    }
    return false;
  }

  bool check_names(const SchemaRule& rule, const Instance& instance, const Step* way) {
    const Step step{way, rule.name};
    bool is_valid = true;
    for (const auto& entry : instance.value.as_map()) {
      const Value name = (entry.key.is_string() ? entry.key : Value::string(member_name(entry.key)));
      is_valid &= check(*rule.schema, {name, instance.way, false}, &step, nullptr, nullptr);
      if (!is_valid && errors_ == nullptr) return false;
    }
    return is_valid;
  }

  bool has_member(const Value& object, std::string_view name) {
    budget_.step();
    if (object.as_map().contains(name)) return true;
    // 80 is a name too; a text that looks like a key of another kind is rare.
    const auto number = parse_integer(name);
    return number && object.as_map().contains(Value::integer(number.value));
  }

  bool check_dependency(const SchemaRule& rule, std::string_view name, const Value& needed, const Instance& instance,
                        const Step* way) {
    if (!has_member(instance.value, name) || !needed.is_list()) return true;
    bool is_valid = true;
    for (const Value& other : needed.as_list()) {
      if (!other.is_string()) continue;
      is_valid &= expect(has_member(instance.value, other.as_string()), rule, instance, way,
                         [&] { return shown(other) + " is a dependency of " + shown(name); });
    }
    return is_valid;
  }

  bool check_dependents(const SchemaRule& rule, const Instance& instance, const Step* way, Evaluated* evaluated,
                        const Active& active) {
    const Step all{way, rule.name};
    bool is_valid = true;
    std::size_t index = 0;
    for (const auto& [name, node] : rule.dependents) {
      const Value& needed = rule.value->as_map().entry(index++).value;
      if (node == nullptr) {
        is_valid &= check_dependency(rule, name, needed, instance, way);
      } else if (has_member(instance.value, name)) {
        const Step one{&all, name};
        is_valid &= check(*node, instance, &one, evaluated, &active);
      }
      if (!is_valid && errors_ == nullptr) return false;
    }
    return is_valid;
  }

  bool check_unevaluated_members(const SchemaRule& rule, const Instance& instance, const Step* way,
                                 Evaluated& evaluated) {
    const Step step{way, rule.name};
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

  const CompiledJsonSchema& schema_;
  std::vector<JsonSchemaError>* errors_;
  Budget& budget_;
  std::vector<std::uint32_t> scope_;  // the resources that were entered, outermost first
  static constexpr std::uint8_t every_type = 0x7F;
};

}  // namespace

std::uint64_t json_hash(const Value& value, Budget& budget) {
  budget.step();
  switch (value.kind()) {
    case Kind::boolean: return hash_integer(value.as_boolean() ? 0xB001 : 0xB000);
    case Kind::list:
    case Kind::tuple: {
      const Depth depth = budget.enter();
      std::uint64_t hash = 0xA77A;
      for (const Value& item : value.as_list()) hash = hash_integer(hash ^ json_hash(item, budget));
      return hash;
    }
    case Kind::map: {
      const Depth depth = budget.enter();
      std::uint64_t hash = 0x0B7E;
      for (const auto& [key, member] : value.as_map()) hash += hash_integer(hash_key(key) ^ json_hash(member, budget));
      return hash_integer(hash);
    }
    default: return hash_key(value);
  }
}

bool validate_json(const CompiledJsonSchema& schema, const Value& instance, std::vector<JsonSchemaError>* errors,
                   Budget& budget) {
  return Validator(schema, errors, budget).validate(instance);
}

}  // namespace evalground
