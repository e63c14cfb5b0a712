// The errors of a value that is not valid, as a tree: those of alternatives hold the errors of each branch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

// One thing that is wrong with a value. A document of another kind has thousands, so that all that an error says is one
// text: "/port/properties/port/type\"80\" is not of type \"integer\"".
struct JsonSchemaError {
  std::string text;                 // instance, schema and message, one behind the other
  std::uint32_t instance_size = 0;  // in bytes
  std::uint32_t schema_size = 0;
  std::string_view keyword;  // "" for a `false` schema
  OriginId where = 0;        // of the value
  OriginId rule = 0;         // of what the schema says
  // Of "anyOf" and "oneOf": what is wrong by each branch.
  std::vector<JsonSchemaError> branches;

  // JSON pointer to the value; "" is the whole.
  std::string_view instance() const { return std::string_view(text).substr(0, instance_size); }
  // JSON pointer along the way through the schema; following a $ref adds nothing.
  std::string_view schema() const { return std::string_view(text).substr(instance_size, schema_size); }
  // "\"x\" is not of type \"integer\"", without a full stop; sensitive values are redacted.
  std::string_view message() const { return std::string_view(text).substr(instance_size + schema_size); }
};

// The error to show when only one is shown: the nearest to the root of the value, rather not of "anyOf" or "oneOf", and
// of those the branch's error that lies deepest in the value. Null without errors.
const JsonSchemaError* best_error(const std::vector<JsonSchemaError>& errors);

}  // namespace evalground
