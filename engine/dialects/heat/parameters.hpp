// The parameters of a template: their types, constraints and values.
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
// "length 2 to 4", "one of [\"a\", \"b\"]", …: a constraint for people.
std::string constraint_text(const Constraint& constraint, Budget& budget);

// Reads and checks a definition, and its value: the input where there is one (undefined: none), else the default.
// Throws Error.
Parameter read_parameter(Context& context, const Value& name, const Value& definition, const Value& input,
                         Version version);

// JSON as Python's json.dumps(sort_keys=True) writes it: {"a": [1, 2], "b": null}, beyond ASCII escaped.
std::string python_json(const Value& value, Budget& budget);

}  // namespace evalground::heat
