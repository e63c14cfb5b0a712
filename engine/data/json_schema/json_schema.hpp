// JSON Schema, drafts 7 and 2020-12: a schema is compiled once and then validates many values.
//
//   JsonSchemas schemas(context.regexes);
//   const Ref<const JsonSchema> schema = schemas.compile(value, {}, budget);
//   for (const JsonSchemaError& error : schema->errors(instance, budget)) …
//
// Nothing is fetched: a reference leads to a place within the schema, to the meta-schemas, or to a document that was
// added before. An unresolved reference or an invalid pattern throws Error once a value is validated against it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/refcount.hpp"
#include "base/regex/regex.hpp"
#include "data/json_schema/error.hpp"
#include "data/json_schema/options.hpp"
#include "value/map.hpp"
#include "value/value.hpp"

namespace evalground {

class CompiledJsonSchema;

// A schema ready to validate. Its memory is counted.
class JsonSchema : public Counted<JsonSchema> {
 public:
  explicit JsonSchema(std::unique_ptr<const CompiledJsonSchema> compiled);
  ~JsonSchema();

  // True when the value is valid. Stops at the first error. Throws Error ("unresolved-reference", "invalid-pattern",
  // "endless-schema" for a schema that refers to itself for the same part of the value) and LimitError.
  bool accepts(const Value& instance, Budget& budget) const;
  // Every error, in the order of the schema's keywords; empty for a valid value. Throws like accepts().
  std::vector<JsonSchemaError> errors(const Value& instance, Budget& budget) const;

 private:
  std::unique_ptr<const CompiledJsonSchema> compiled_;
};

// Compiles schemas, and holds the documents that they may refer to.
class JsonSchemas {
 public:
  // The cache must outlive this object and the compiled schemas.
  explicit JsonSchemas(RegexCache& regexes) : regexes_(regexes) {}

  // Lets schemas compiled from now on refer to the document by that URI (or path), without a fragment.
  void add(std::string_view uri, const Value& document) { documents_.set(uri, document); }

  // Throws Error "invalid-schema" when the schema violates its meta-schema, with its best error at the offending place.
  // Throws LimitError.
  Ref<const JsonSchema> compile(const Value& schema, const JsonSchemaOptions& options, Budget& budget);

 private:
  const JsonSchema& meta_schema(JsonSchemaDraft draft, Budget& budget);

  RegexCache& regexes_;
  Map documents_;
  Ref<const JsonSchema> meta_schemas_[2];
};

}  // namespace evalground
