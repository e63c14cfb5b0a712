// JSON Schema: any schema compiles, is refused or fails, within the budget; a value is accepted exactly when it has no
// errors, and each error's pointer leads to a part of the value.
// Input: the schema and the value as JSON, a newline between them.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/json_schema/json_schema.hpp"
#include "data/paths/json_pointer.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Limits small_limits() {
  Limits limits;
  limits.steps = 100'000;
  limits.memory = 32ULL << 20;
  limits.output = 1ULL << 20;
  return limits;
}

void validate(const Value& schema, const Value& instance, const JsonSchemaOptions& options) {
  Budget budget(small_limits());
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  try {
    const auto compiled = schemas.compile(schema, options, budget);
    const bool is_accepted = compiled->accepts(instance, budget);
    const auto errors = compiled->errors(instance, budget);
    if (is_accepted != errors.empty()) std::abort();
    for (const JsonSchemaError& error : errors) {
      if (error.message().empty() || resolve_pointer(instance, parse_pointer(error.instance())) == nullptr)
        std::abort();
    }
    best_error(errors);
  } catch (const Error&) {
    return;
  } catch (const LimitError&) {
    return;
  }
}

void check(std::string_view input) {
  const std::size_t newline = input.find('\n');
  if (newline == std::string_view::npos) return;
  const MemoryAccount account(small_limits().memory);
  try {
    Budget budget(small_limits());
    const Value schema = parse_json(input.substr(0, newline), budget);
    const Value instance = parse_json(input.substr(newline + 1), budget);
    for (const JsonSchemaDraft draft : {JsonSchemaDraft::draft_7, JsonSchemaDraft::draft_2020_12}) {
      validate(schema, instance, {.otherwise = draft});
      validate(schema, instance, {.only = draft, .asserts_formats = true, .checks_schema = false});
    }
  } catch (const Error&) {
    return;
  } catch (const LimitError&) {
    return;
  }
}

}  // namespace
}  // namespace evalground

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  evalground::check(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
