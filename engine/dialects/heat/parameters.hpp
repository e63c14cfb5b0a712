// The parameters of a template: their types, constraints and values.
//
// A definition is checked completely, even if an input replaces its default: `size: {type: number, default: 5,
// constraints: [{range: {max: 3}}]}` is an error even when 2 is given. Then the input, or the default, is converted to
// the type: `"5"` to the number 5, a comma-separated text to a list. Finally it is checked against the constraints,
// which may have messages of their own. A problem with an input is shown at the parameter, because inputs have no text.
//
// The value of a `hidden` parameter is sensitive: messages, trace and tree show "******", but outputs print it, as Heat
// does. The same holds for a parameter that the environment or an outer stack hides.
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
  Value argument;           // value of its key
  std::string description;  // replaces the message of a violation unless empty
  OriginId where = 0;
};

struct Parameter {
  Value name;
  ParameterType type = ParameterType::string;
  std::string label;
  std::string description;
  bool is_hidden = false;
  Value fallback;  // undefined when absent
  std::vector<Constraint> constraints;
  OriginId where = 0;
  Value value;  // converted to the type; sensitive when hidden; undefined without input and default
};

std::string_view type_text(ParameterType type);
// As Heat reads numbers: an integer if Python's int() accepts the text, otherwise a float. Nothing for what is neither.
std::optional<Value> number_of(const Value& value);
// A constraint as a text for people, its rule and argument: `allowed_values ["a", "b"]`.
std::string constraint_text(const Constraint& constraint, Budget& budget);

// Whether a definition declares `hidden`, even if the rest of it is invalid.
bool is_declared_hidden(const Value& definition);

// Reads and checks a definition and its value: the input, or the default if the input is undefined. Throws Error, whose
// message does not show a hidden value.
Parameter read_parameter(Context& context, const Value& name, const Value& definition, const Value& input,
                         Version version, bool is_hidden);

}  // namespace evalground::heat
