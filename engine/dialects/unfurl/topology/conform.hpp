// Holds values against their declarations: types, conversions, constraints, data types and their defaults.
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

// The declaration that a value is held against.
struct Expected {
  const Map& declaration;  // {type, constraints, entry_schema, required, metadata}
  const TypeNames& names;
  std::string_view name;  // for messages
};

// The value as its declaration wants it: converted, with the defaults of data types, marked when it is sensitive. With
// a resource, defaults and `transform`s are evaluated in its context; without one (while loading) neither happens.
// Throws Error: "wrong-type", "null-value", "constraint", "missing-field", "unknown-field", "unknown-type". A value
// that an expression gave (`is_computed`) does not become text for a property of type string.
Value conform(Types& types, Evaluator& evaluator, Resource* resource, const Value& value, const Expected& expected,
              bool is_computed = false);

// Checks the value of an input, which is not converted: text has to be text. Throws Error as conform() does.
void check_input(Types& types, Evaluator& evaluator, const Value& value, const Expected& expected, OriginId declared);

// Makes the rules of declarations, each once; they live as long as this object.
class Rules {
 public:
  explicit Rules(Types& types) : types_(types) {}

  const AttributeRule* rule_of(const Declaration& declaration);
  // A rule of a declaration with constraints added to its own.
  const AttributeRule* with_constraints(const Declaration& declaration, List constraints);

 private:
  Types& types_;
  std::deque<Declaration> declarations_;  // changed ones
  std::unordered_map<const Declaration*, std::unique_ptr<AttributeRule>> rules_;
};

}  // namespace evalground::unfurl
