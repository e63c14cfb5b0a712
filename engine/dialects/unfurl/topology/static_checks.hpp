// Checks, before any call, functions that are the whole value of a property or an output.
#pragma once

#include "dialects/unfurl/topology/node_template.hpp"

namespace evalground::unfurl {

// The names that are known before evaluation.
struct StaticNames {
  Types& types;
  const NodeTemplates& templates;
  const Map& inputs;  // of the topology: name -> declaration
};

// Checks the literal arguments of `get_input`, `get_attribute`, `get_property`, `concat` and `token`. Nested values are
// not checked. `node_template` contains the value; null for an output. Throws Error "wrong-argument",
// "undefined-input", "unknown-node", "unknown-attribute", …
void check_function(const StaticNames& known, const Value& value, const NodeTemplate* node_template);
// Checks a function in a property of a relationship, or in an input of its operations. In properties, functions that
// start at the relationship (SELF, SOURCE, TARGET) are not checked.
void check_relationship_function(const StaticNames& known, const Value& value, const NodeTemplate& source,
                                 const Requirement& requirement, bool is_input);

}  // namespace evalground::unfurl
