// The errors of a value that is not valid, as a tree: those of alternatives hold the errors of each branch.
#pragma once

#include <string>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

// One thing that is wrong with a value.
struct JsonSchemaError {
  std::string instance;  // JSON pointer to the value; "" is the whole
  std::string schema;    // JSON pointer along the way through the schema; following a $ref adds nothing
  std::string keyword;   // "" for a `false` schema
  std::string message;   // "\"x\" is not of type \"integer\"", without a full stop; sensitive values are redacted
  OriginId where = 0;    // of the value
  OriginId rule = 0;     // of what the schema says
  // Of "anyOf" and "oneOf": what is wrong by each branch.
  std::vector<JsonSchemaError> branches;
};

// The error to show when only one is shown: the nearest to the root of the value, rather not of "anyOf" or "oneOf", and
// of those the branch's error that lies deepest in the value. Null when there are none.
const JsonSchemaError* best_error(const std::vector<JsonSchemaError>& errors);

}  // namespace evalground
