// Functions that validate values against a JSON Schema.
#include "data/json_schema/json_schema.hpp"
#include "dialects/unfurl/expression/call.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/values/collection.hpp"

namespace evalground::unfurl {
namespace {

Value validate(Call& call) {
  if (unfurl_call(call).keywords.contains("validate")) {
    call.context.warn(call.where, "differs-from-reference",
                      "Unfurl's own `validate` is a different function. Write `validate_json` for both.");
  }
  const List& arguments = call.list(0);
  if (arguments.size() != 2) wrong_form(call, 0, "a list of a value and a JSON schema");
  JsonSchemaOptions options;
  options.only = JsonSchemaDraft::draft_7;
  JsonSchemas schemas(call.context.regexes);
  const Ref<const JsonSchema> schema = schemas.compile(arguments[1], options, call.context.budget);
  return Value::boolean(schema->accepts(without_objects(call.context, arguments[0]), call.context.budget));
}

constexpr std::string_view names[] = {"validate"};
constexpr Example examples[] = {
    {"eval: {validate_json: [{port: 80}, {type: object, required: [port]}]}", "", "true"},
    {"eval: {validate_json: [{port: http}, {properties: {port: {type: integer}}}]}", "", "false"},
    {"eval: {validate_json: [80, {type: number, minimum: much}]}", "", "error"}};

}  // namespace

std::span<const Function> schema_functions() {
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "validate_json(arguments: list) -> boolean",
       .summary = "Whether a value conforms to a JSON schema (draft 7).",
       .details = "The argument is a list of the value and the schema. An invalid schema is an error.",
       .aliases = names,
       .examples = examples,
       .call = validate},
  };
  return all;
}

}  // namespace evalground::unfurl
