// Checks functions that are the whole value of a property or an output before they are called.
#pragma once

#include "dialects/unfurl/topology/node_template.hpp"

namespace evalground::unfurl {

// The names that are known before anything is evaluated.
struct StaticNames {
  Types& types;
  const NodeTemplates& templates;
  const Map& inputs;  // of the topology: name -> declaration
};

// Checks the arguments of `get_input`, `get_attribute`, `get_property`, `concat` and `token` as far as they are written
// out; other values are not looked into. `node_template` is the one that the value stands in;
// null: an output. Throws Error "wrong-argument", "undefined-input", "unknown-node", "unknown-attribute", …
void check_function(const StaticNames& known, const Value& value, const NodeTemplate* node_template);
// The same for a property of a relationship or an input of its operations. In properties, functions that begin at it
// (SELF, SOURCE, TARGET) are not looked at.
void check_relationship_function(const StaticNames& known, const Value& value, const NodeTemplate& source,
                                 const Requirement& requirement, bool is_input);

}  // namespace evalground::unfurl
