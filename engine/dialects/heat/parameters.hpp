// The parameters of a template: their types, constraints and values.
//
// A definition is checked as a whole, also where an input replaces its default: `size: {type: number, default: 5,
// constraints: [{range: {max: 3}}]}` is an error even when 2 is given. Then the input, or else the default, is
// converted to the type (`"5"` of a number is 5, text of a list is split at commas) and held against the constraints. A
// constraint may bring its own message. What is wrong with an input is placed at the parameter, since inputs have no
// text.
//
// A `hidden` parameter's value is sensitive: messages, trace and tree show "******"; outputs print it, as Heat does. So
// is one that the environment or an outer stack hides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dialects/heat/version.hpp"
#include "runtime/context.hpp"

namespace evalground::heat {

enum class ParameterType : std::uint8_t { string, number, boolean, comma_delimited_list, json };

struct Constraint {
  enum class Rule : std::uint8_t { length, range, modulo, allowed_values, allowed_pattern, custom };
  Rule rule;
  Value argument;           // what stands under its key
  std::string description;  // instead of the message of a violation; empty: none
  OriginId where = 0;
};

struct Parameter {
  Value name;
  ParameterType type = ParameterType::string;
  std::string label;
  std::string description;
  bool is_hidden = false;
  Value fallback;  // undefined: none
  std::vector<Constraint> constraints;
  OriginId where = 0;
  Value value;  // converted to the type; marked as sensitive when hidden; undefined: neither given nor defaulted
};

std::string_view type_text(ParameterType type);
// A constraint for people: the key of its rule and its argument, `allowed_values ["a", "b"]`.
std::string constraint_text(const Constraint& constraint, Budget& budget);

// True when a definition says so, whatever else is wrong with it.
bool is_declared_hidden(const Value& definition);

// Reads and checks a definition, and its value: the input where there is one (undefined: none), else the default.
// Throws Error, whose message does not show a hidden value.
Parameter read_parameter(Context& context, const Value& name, const Value& definition, const Value& input,
                         Version version, bool is_hidden);

}  // namespace evalground::heat
