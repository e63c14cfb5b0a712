// The walk of a value through a compiled schema.
//
// A schema is a conjunction: the value must pass every rule of its node, and rules such as `properties` contain nodes
// for parts of the value. The same walk serves two callers. accepts() needs a yes or no, and stops at the first rule
// that fails (`errors_` is null). errors() needs every error, with its paths through value and schema. Paths are linked
// steps on the stack, and become JSON pointers only in an error:
//
//   schema {"properties": {"port": {"type": "integer"}}}, value {"port": "80"}
//   check(root) -> check_members -> check("80") -> fail: /port, by /properties/port/type
//
// Most values are valid and simple, and most schemas are a `type` with a few assertions. is_accepted_at_once() decides
// those without a call, by the bits from prepare.cpp. `anyOf` and `oneOf` first ask each branch for a yes, and walk
// again for errors only if none accepts. `unevaluatedProperties` must know which members the rules around it have
// evaluated: EvaluatedParts collects them, if a node needs it.
//
// Invariants: entering a node again for the same value, without going deeper, would never end (ActiveSchema), so it is
// an error of the schema. Steps are charged for every item, member and branch.
//
// The methods are in validator.cpp; those for arrays and objects are in containers.cpp and dependents.cpp, those for
// messages in messages.cpp. The words of an assertion are in its keyword's row (keyword_table.cpp).
//
// Sources: JSON Schema Validation, draft 2020-12 and draft 7; the messages are those of Python's jsonschema.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/json_schema/compiled.hpp"
#include "data/json_schema/error.hpp"
#include "value/compare.hpp"

namespace evalground {

// One step of the path to a value or a rule. Paths are only read for errors. The very first step stands for the root.
struct SchemaStep {
  const SchemaStep* before = nullptr;
  std::string_view name;
  std::size_t index = none;  // instead of a name

  static constexpr std::size_t none = ~std::size_t{0};
};

// A value during its evaluation by several schemas.
struct SchemaInstance {
  const Value& value;
  std::uint8_t types;
  bool is_name;                 // the value is a member's name, reported at the member's object
  const SchemaInstance* whole;  // null for the root
  SchemaStep step;
};

// The members or items of one value that some schema has evaluated.
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

// A schema that is being evaluated, and the schema that led to it for the same value.
struct ActiveSchema {
  const SchemaNode* node;
  const ActiveSchema* before;
};

// An object during the check of its members.
struct MembersCheck {
  const SchemaMembers& members;
  const SchemaInstance& object;
  const SchemaStep* way;
  EvaluatedParts* evaluated;
  std::size_t required;                 // how many required members are present
  Map other_names{};                    // keys that are not text, if some name is required
  std::vector<std::string> rejected{};  // names that are not allowed
};

class SchemaValidator {
 public:
  SchemaValidator(const CompiledJsonSchema& schema, std::vector<JsonSchemaError>* errors, Budget& budget)
      : schema_(schema), errors_(errors), budget_(budget) {}

  bool validate(const Value& value);

  // For the rows of keyword_table.cpp. Each returns whether the value is valid, and stops at the first error if no
  // errors are collected.
  bool check_reference(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                       EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_all(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                 EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                          EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_condition(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                       EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_negation(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                      EvaluatedParts* evaluated, const ActiveSchema& active);
  // A schema for each of the first items.
  bool check_tuple(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                   EvaluatedParts* evaluated, const ActiveSchema& active);
  // One schema for all items except the first few.
  bool check_items(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                   EvaluatedParts* evaluated, const ActiveSchema& active);
  // `items` of draft 7 has either form.
  bool check_items_or_tuple(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                            EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_contains(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                      EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_unevaluated_items(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                               EvaluatedParts* evaluated, const ActiveSchema& active);
  // `properties`, `patternProperties`, `additionalProperties` and `required`.
  bool check_properties(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                        EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_names(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                   EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_dependents(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                        EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_dependent_names(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                             EvaluatedParts* evaluated, const ActiveSchema& active);
  bool check_unevaluated_members(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                                 EvaluatedParts* evaluated, const ActiveSchema& active);

 private:
  // Drops the errors of a part that may fail without making the whole fail.
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

  // --- schemas for the same value. A caller that evaluates several charges their steps.

  bool check(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way, EvaluatedParts* evaluated,
             const ActiveSchema* before) {
    return is_accepted_at_once(node, instance.types, instance.value) ||
           check_closely(node, instance, way, evaluated, before);
  }
  // For a value that is not accepted at once.
  bool check_closely(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way,
                     EvaluatedParts* evaluated, const ActiveSchema* before);
  // Most values are decided here: by their type, or by a few assertions.
  bool is_accepted_at_once(const SchemaNode& node, std::uint8_t types, const Value& value) {
    return (types & node.settled_types) != 0 ||
           (node.only_asserts && (types & node.allowed_types) != 0 && meets(node.after_type, node.end, types, value));
  }
  // For a node about parts that the others have not evaluated.
  bool check_with_unevaluated(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way,
                              EvaluatedParts* evaluated, const ActiveSchema* before);
  bool check_rules(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way,
                   EvaluatedParts* evaluated, const ActiveSchema* before);

  // Checks assertions about the value alone, of a node that only asserts, or a single one. The allowed types were
  // checked before.
  bool meets(const SchemaRule* rule, const SchemaRule* end, std::uint8_t types, const Value& value);
  bool is_enumerated(const SchemaRule& rule, const Value& value);
  bool is_equal(const Value& a, const Value& b);
  Order compare(const Value& number, const Value& bound);
  bool is_longer(std::string_view text, std::uint64_t count);
  bool matches(const SchemaPattern& pattern, std::string_view text);
  bool has_unique_items(const Value& array);
  bool has_required(const SchemaMembers& members, const Value& object);

  // True when a schema accepts the value. Collects no errors.
  bool is_accepted(const SchemaNode& node, const SchemaInstance& instance, EvaluatedParts* evaluated,
                   const ActiveSchema& active);

  // --- arrays and objects

  bool check_item(const SchemaNode& node, const SchemaInstance& array, const Value& item, std::size_t index,
                  const SchemaStep* way);

  // `properties`, `patternProperties`, `additionalProperties` and `required` in one pass over the members.
  bool check_members(const SchemaMembers& members, const SchemaInstance& instance, const SchemaStep* way,
                     EvaluatedParts* evaluated);
  // The same from one member on, for objects and schemas of every kind.
  bool check_members_from(std::size_t index, MembersCheck& job);
  bool check_member(MembersCheck& job, std::size_t index);
  bool check_names_in(MembersCheck& job);
  bool has_member(const Value& object, std::string_view name);
  bool check_dependency(const SchemaRule& rule, std::string_view name, const Value& needed,
                        const SchemaInstance& instance, const SchemaStep* way);

  // --- errors

  static bool is_sensitive(const SchemaInstance& instance);
  static std::string shown(const SchemaInstance& instance) {
    return shown_value(instance.value, is_sensitive(instance));
  }
  static std::string shown(const Value& value) { return shown_value(value, false); }
  static std::string shown(std::string_view text) { return shown_value(Value::string(text), false); }
  // "("a", "b" were unexpected)"
  static std::string unexpected(const std::vector<std::string>& extras);

  // Each of these adds an error and returns false.
  bool fail(const SchemaInstance& instance, const SchemaStep* rule_way, std::string_view keyword, OriginId rule,
            std::string_view message);
  bool fail_by_rule(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                    std::string_view message);
  bool fail_assertion(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way);
  // Fails by all rules of a node that only asserts.
  bool fail_assertions(const SchemaNode& node, const SchemaInstance& instance, const SchemaStep* way);
  // Fails because no alternative accepts the value or, for `oneOf`, several do.
  bool fail_alternatives(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                         const ActiveSchema& active, bool is_ambiguous);
  std::string& start_error(const SchemaInstance& instance, const SchemaStep* rule_way, std::string_view keyword,
                           OriginId rule);
  bool finish_error();
  static std::string_view complaint(const SchemaRule& rule);
  static std::string too_many_items(const SchemaRule& rule, const SchemaInstance& instance);
  bool fail_contains(const SchemaRule& rule, const SchemaInstance& instance, const SchemaStep* way,
                     std::uint64_t matches);
  [[noreturn]] static void fail_endless(const SchemaNode& node);
  [[noreturn]] static void fail_unresolved(const SchemaRule& reference);
  [[noreturn]] static void fail_pattern(const SchemaPattern& pattern);

  const CompiledJsonSchema& schema_;
  std::vector<JsonSchemaError>* errors_;
  Budget& budget_;
  std::vector<std::uint32_t> scope_;  // the entered resources, outermost first; needed for dynamic references
};

// Appends the errors. With null, only returns whether the value is valid.
bool validate_json(const CompiledJsonSchema& schema, const Value& instance, std::vector<JsonSchemaError>* errors,
                   Budget& budget);

}  // namespace evalground
