// Validates values by their declarations: types, conversions, constraints, data types and their defaults.
#pragma once

#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "dialects/unfurl/expression/resource.hpp"
#include "dialects/unfurl/tosca/types.hpp"

namespace evalground::unfurl {

// True when the `metadata` of a declaration marks its values as sensitive.
bool is_sensitive_declaration(const Map& declaration);
// False when a declaration says `required: false`.
bool is_required(const Map& declaration);

// The declaration that a value must satisfy.
struct Expected {
  const Map& declaration;  // {type, constraints, entry_schema, required, metadata}
  const TypeNames& names;
  std::string_view name;  // for messages
};

// The value converted as its declaration says, with the defaults of data types, and marked if sensitive. With a
// resource, defaults and `transform`s are evaluated in its context. Without one (while loading) neither is evaluated.
// Throws Error: "wrong-type", "null-value", "constraint", "missing-field", "unknown-field", "unknown-type". The value
// of an expression (`is_computed`) is not converted to text for a property of type string.
Value conform(Types& types, Evaluator& evaluator, Resource* resource, const Value& value, const Expected& expected,
              bool is_computed = false);

// Checks the value of an input without converting it, so only text is valid text. Throws the errors of conform().
void check_input(Types& types, Evaluator& evaluator, const Value& value, const Expected& expected, OriginId declared);

// Creates the rule of each declaration once. Rules live as long as this object.
class Rules {
 public:
  explicit Rules(Types& types) : types_(types) {}

  const AttributeRule* rule_of(const Declaration& declaration);
  // A rule of a declaration with additional constraints.
  const AttributeRule* with_constraints(const Declaration& declaration, List constraints);

 private:
  Types& types_;
  std::deque<Declaration> declarations_;  // the declarations with additional constraints
  std::unordered_map<const Declaration*, std::unique_ptr<AttributeRule>> rules_;
};

}  // namespace evalground::unfurl
