#include "data/json_schema/json_schema.hpp"

#include "data/json_schema/compiler.hpp"
#include "data/json_schema/meta_schema.hpp"
#include "data/json_schema/validator.hpp"

namespace evalground {

JsonSchema::JsonSchema(std::unique_ptr<const CompiledJsonSchema> compiled) : compiled_(std::move(compiled)) {}
JsonSchema::~JsonSchema() = default;

bool JsonSchema::accepts(const Value& instance, Budget& budget) const {
  return validate_json(*compiled_, instance, nullptr, budget);
}

std::vector<JsonSchemaError> JsonSchema::errors(const Value& instance, Budget& budget) const {
  std::vector<JsonSchemaError> errors;
  validate_json(*compiled_, instance, &errors, budget);
  return errors;
}

const JsonSchema& JsonSchemas::meta_schema(JsonSchemaDraft draft, Budget& budget) {
  Ref<const JsonSchema>& known = meta_schemas_[static_cast<std::size_t>(draft)];
  if (!known) {
    const JsonSchemaOptions options{.only = draft, .checks_schema = false};
    known = compile(meta_schema_document(meta_schema_uri(draft)), options, budget);
  }
  return *known;
}

Ref<const JsonSchema> JsonSchemas::compile(const Value& schema, const JsonSchemaOptions& options, Budget& budget) {
  if (options.checks_schema) {
    const Value* dialect = schema.is_map() ? schema.as_map().find("$schema") : nullptr;
    const auto named = dialect != nullptr && dialect->is_string() ? draft_of(dialect->as_string()) : std::nullopt;
    const JsonSchema& rules = meta_schema(options.only.value_or(named.value_or(options.otherwise)), budget);
    if (!rules.accepts(schema, budget)) {
      const std::vector<JsonSchemaError> errors = rules.errors(schema, budget);
      const JsonSchemaError& error = *best_error(errors);
      throw Error("invalid-schema",
                  "The JSON Schema is not valid" +
                      (error.instance().empty() ? "" : " at " + std::string(error.instance())) + ": " +
                      std::string(error.message()) + ".",
                  error.where);
    }
  }
  return Ref<const JsonSchema>(
      make_ref<JsonSchema>(compile_json_schema(schema, options, documents_, regexes_, budget)));
}

}  // namespace evalground
