// JSON Schema, drafts 7 and 2020-12: a schema is compiled once and then validates many values.
//
//   JsonSchemas schemas(context.regexes);
//   const Ref<const JsonSchema> schema = schemas.compile(value, {}, budget);
//   for (const JsonSchemaError& error : schema->errors(instance, budget)) …
//
// Nothing is fetched: a reference leads within the schema, to the meta-schemas, or to a document added before. A
// unresolved reference and an invalid pattern throw Error once a value is validated against them.
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
