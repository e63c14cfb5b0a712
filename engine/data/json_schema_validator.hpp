// The walk of a value through a compiled schema; its methods are in json_schema_validate.cpp and, for what looks into
// arrays and objects, in json_schema_containers.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/json_schema_compiled.hpp"

namespace evalground {

// One step of the way to a value or a rule; the ways are built only for errors.
struct SchemaStep {
  const SchemaStep* before = nullptr;
  std::string_view name;
  std::size_t index = none;  // instead of a name

  static constexpr std::size_t none = ~std::size_t{0};
};

// The JSON pointer of the way.
std::string pointer_to(const SchemaStep* step);

// Which members or items of one value some schema has looked at.
struct EvaluatedParts {
  std::vector<bool> parts;

  void add(std::size_t index) {
    if (parts.size() <= index) parts.resize(index + 1);
    parts[index] = true;
  }
  void add_all(std::size_t count) { parts.assign(std::max(count, parts.size()), true); }
  void add(const EvaluatedParts& other) {
    if (parts.size() < other.parts.size()) parts.resize(other.parts.size());
    for (std::size_t index = 0; index < other.parts.size(); ++index) {
      if (other.parts[index]) parts[index] = true;
    }
  }
  bool has(std::size_t index) const { return index < parts.size() && parts[index]; }
};

// A value on its way through schemas that all look at the same value.
struct SchemaInstance {
  const Value& value;
  const SchemaStep* way;
  bool is_sensitive;
};

// A schema that is being evaluated, and the one that led to it with the same value.
struct ActiveSchema {
  const SchemaNode* node;
  const ActiveSchema* before;
};

class SchemaValidator {
 public:
  SchemaValidator(const CompiledJsonSchema& schema, std::vector<JsonSchemaError>* errors, Budget& budget)
      : schema_(schema), errors_(errors), budget_(budget) {}

  bool validate(const Value& value);

 private:
  // Keeps errors of a part that may fail without making the whole fail.
  class Quiet {
   public:
    Quiet(SchemaValidator& validator, std::vector<JsonSchemaError>* errors)
        : validator_(validator), before_(std::exchange(validator.errors_, errors)) {}
    ~Quiet() { validator_.errors_ = before_; }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

   private:
    SchemaValidator& validator_;
    std::vector<JsonSchemaError>* before_;
  };

  bool fail(const SchemaInstance& instance, const SchemaStep* rule_way, std::string_view keyword, OriginId rule,
            std::string message);

  // `message` is made only where errors are wanted.
  template <class Message>
  bool expect(bool is_met, const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
              const Message& message) {
    if (is_met) return true;
    if (errors_ == nullptr) return false;
    const SchemaStep step{way, rule.name};
    return fail(instance, &step, rule.name, rule.value->origin(), message());
  }

  static std::string shown(const SchemaInstance& instance) {
    return shown_value(instance.value, instance.is_sensitive);
  }
  static std::string shown(const Value& value) { return shown_value(value, false); }
  static std::string shown(std::string_view text) { return shown_value(Value::string(text), false); }

  // "("a", "b" were unexpected)"
  static std::string unexpected(const std::vector<std::string>& extras);
  [[noreturn]] static void fail_endless(const SchemaNode& node);
  const Regex& regex_of(const SchemaPattern& pattern) const;
  SchemaInstance part(const SchemaInstance& whole, const Value& value, const SchemaStep& way);
  // Whether its type alone makes a part acceptable, as it mostly does.
  bool is_settled(const SchemaNode& node, const Value& part) {
    if ((json_types(part) & node.settled_types) == 0) return false;
    budget_.step();
    return true;
  }
  bool check(const SchemaNode& start, const SchemaInstance& instance, const SchemaStep* way, EvaluatedParts* evaluated,
             const ActiveSchema* before);
  // For a node that asks what the others have not looked at.
  bool check_with_unevaluated(const SchemaNode& node, std::uint8_t types, const SchemaInstance& instance,
                              const SchemaStep* way, EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_rules(const SchemaNode& node, std::uint8_t types, const SchemaInstance& instance, const SchemaStep* way,
                   EvaluatedParts* evaluated, const ActiveSchema& active);

  // An assertion looks at the value alone: whether it is met, and what is said when it is not.
  bool meets(const SchemaRule& rule, const Value& value);
  bool is_enumerated(const SchemaRule& rule, const Value& value);
  int compare_length(std::string_view text, std::uint64_t count);  // below 0: shorter
  bool has_unique_items(const Value& array);
  std::string complaint(const SchemaRule& rule, const SchemaInstance& instance);
  bool fail_assertion(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way);

  // Every other keyword evaluates schemas.
  bool check_applicator(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                        EvaluatedParts* evaluated, const ActiveSchema& active);

  // Whether a schema accepts the value, without errors.
  bool is_accepted(const SchemaNode& node, const SchemaInstance& instance, EvaluatedParts* evaluated,
                   const ActiveSchema* active);
  bool check_reference(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                       EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_all(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                 EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                          EvaluatedParts* evaluated, const ActiveSchema& active);
  bool is_alternative(const SchemaRule& rule, std::size_t index, const SchemaInstance& instance,
                      EvaluatedParts* evaluated, const ActiveSchema& active);
  // No alternative accepts the value, or, of `oneOf`, several do.
  bool fail_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                         const ActiveSchema& active, bool is_ambiguous);
  bool check_condition(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                       EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_item(const SchemaNode& node, const SchemaInstance& array, std::size_t index, const SchemaStep* way);

  // A schema for each of the first items.
  bool check_tuple(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                   EvaluatedParts* evaluated);

  // One schema for all items but the first few.
  bool check_items(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                   EvaluatedParts* evaluated);
  bool check_contains(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                      EvaluatedParts* evaluated);
  bool check_unevaluated_items(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                               EvaluatedParts& evaluated);
  bool check_member(const SchemaNode& node, const SchemaInstance& object, std::string_view name, const Value& value,
                    const SchemaStep* way);

  // `properties`, `patternProperties`, `additionalProperties` and `required` in one pass over the members.
  bool check_members(const SchemaMembers& members, const SchemaInstance& instance, const SchemaStep* way,
                     EvaluatedParts* evaluated);
  bool check_required(const SchemaMembers& members, const SchemaInstance& instance, const SchemaStep* way,
                      Counting<std::string> other_names);
  bool check_names(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way);
  bool has_member(const Value& object, std::string_view name);
  bool check_dependency(const SchemaRule& rule, std::string_view name, const Value& needed,
                        const SchemaInstance& instance, const SchemaStep* way);
  bool check_dependents(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                        EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_unevaluated_members(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                 EvaluatedParts& evaluated);

  const CompiledJsonSchema& schema_;
  std::vector<JsonSchemaError>* errors_;
  Budget& budget_;
  std::vector<std::uint32_t> scope_;  // the resources that were entered, outermost first
};

}  // namespace evalground
