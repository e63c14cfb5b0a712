// The errors of an invalid value, as a tree: an error of alternatives contains the errors of each branch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

// One error in a value. A document of another kind has thousands of them, so an error's parts are stored in one text:
// "/port/properties/port/type\"80\" is not of type \"integer\"".
struct JsonSchemaError {
  std::string text;                 // instance, schema and message, concatenated
  std::uint32_t instance_size = 0;  // in bytes
  std::uint32_t schema_size = 0;
  std::string_view keyword;  // "" for the schema `false`
  OriginId where = 0;        // of the value
  OriginId rule = 0;         // the place in the schema
  // For "anyOf" and "oneOf": the errors of each branch.
  std::vector<JsonSchemaError> branches;

  // JSON pointer to the value; "" for the whole value.
  std::string_view instance() const { return std::string_view(text).substr(0, instance_size); }
  // JSON pointer along the path through the schema. Following a $ref adds nothing.
  std::string_view schema() const { return std::string_view(text).substr(instance_size, schema_size); }
  // "\"x\" is not of type \"integer\"", without a full stop. Sensitive values are redacted.
  std::string_view message() const { return std::string_view(text).substr(instance_size + schema_size); }
};

// The error to show when only one is shown: the nearest to the root of the value, preferring errors other than "anyOf"
// and "oneOf"; for those, the branch's error that is deepest in the value. Null without errors.
const JsonSchemaError* best_error(const std::vector<JsonSchemaError>& errors);

}  // namespace evalground
