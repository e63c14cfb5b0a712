// JSON Schema, drafts 7 and 2020-12: a schema is compiled once and then validates many values.
//
//   JsonSchemas schemas(context.regexes);
//   const Ref<const JsonSchema> schema = schemas.compile(value, {}, budget);
//   for (const JsonSchemaError& error : schema->errors(instance, budget)) …
//
// Nothing is fetched: a reference leads within the schema, to the meta-schemas, or to a document added before. A
// reference that leads nowhere and a pattern that is none are failures (Error) once a value is validated by them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/refcount.hpp"
#include "base/regex/regex.hpp"
#include "value/map.hpp"
#include "value/value.hpp"

namespace evalground {

enum class JsonSchemaDraft : std::uint8_t { draft_7, draft_2020_12 };

struct JsonSchemaOptions {
  // Reads all schemas by that draft, whatever their "$schema" says.
  std::optional<JsonSchemaDraft> only;
  // The draft of a schema without "$schema", or with one that is not known.
  JsonSchemaDraft otherwise = JsonSchemaDraft::draft_2020_12;
  // Whether "format" is checked (where the schema's own vocabulary does not ask for it anyway).
  bool asserts_formats = false;
  // Whether compile() holds the schema against its meta-schema.
  bool checks_schema = true;
};

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

class CompiledJsonSchema;

// A schema ready to validate; its memory is counted.
class JsonSchema : public Counted<JsonSchema> {
 public:
  explicit JsonSchema(std::unique_ptr<const CompiledJsonSchema> compiled);
  ~JsonSchema();

  // Whether the value is valid; stops at the first error. Throws Error ("unresolved-reference", "invalid-pattern",
  // "endless-schema" for one that refers to itself without looking at another part of the value) and LimitError.
  bool accepts(const Value& instance, Budget& budget) const;
  // Every error, by the order of the schema's keywords; none: the value is valid. Throws as accepts().
  std::vector<JsonSchemaError> errors(const Value& instance, Budget& budget) const;

 private:
  std::unique_ptr<const CompiledJsonSchema> compiled_;
};

// Compiles schemas, and knows the documents that they may refer to.
class JsonSchemas {
 public:
  // The cache must outlive it and what it compiles.
  explicit JsonSchemas(RegexCache& regexes) : regexes_(regexes) {}

  // Lets schemas that are compiled from now on refer to the document by that URI (or path), without a fragment.
  void add(std::string_view uri, const Value& document) { documents_.set(uri, document); }

  // Throws Error "invalid-schema" when the schema does not conform to its meta-schema: at the offending place, with
  // its best error. Throws LimitError.
  Ref<const JsonSchema> compile(const Value& schema, const JsonSchemaOptions& options, Budget& budget);

 private:
  const JsonSchema& meta_schema(JsonSchemaDraft draft, Budget& budget);

  RegexCache& regexes_;
  Map documents_;
  Ref<const JsonSchema> meta_schemas_[2];
};

}  // namespace evalground
