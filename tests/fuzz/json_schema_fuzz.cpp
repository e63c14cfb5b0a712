// JSON Schema: any schema compiles, is refused or fails, within the budget; a value is accepted exactly when it has no
// errors, and each error's pointer leads to a part of the value.
// Input: the schema and the value as JSON, a newline between them.
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/json_schema/json_schema.hpp"
#include "data/paths/json_pointer.hpp"
#include "fuzz/target.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

constexpr Limits small_limits{.steps = 100'000, .memory = 32U << 20U, .output = 1U << 20U};

void validate(const Value& schema, const Value& instance, const JsonSchemaOptions& options) {
  Budget budget(small_limits);
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  within_limits([&] {
    const auto compiled = schemas.compile(schema, options, budget);
    const bool is_accepted = compiled->accepts(instance, budget);
    const auto errors = compiled->errors(instance, budget);
    if (is_accepted != errors.empty()) std::abort();
    for (const JsonSchemaError& error : errors) {
      if (error.message().empty() || resolve_pointer(instance, parse_pointer(error.instance())) == nullptr)
        std::abort();
    }
    best_error(errors);
  });
}

void check(std::string_view input) {
  const std::size_t newline = input.find('\n');
  if (newline == std::string_view::npos) return;
  const MemoryAccount account(small_limits.memory);
  within_limits([&] {
    Budget budget(small_limits);
    const Value schema = parse_json(input.substr(0, newline), budget);
    const Value instance = parse_json(input.substr(newline + 1), budget);
    for (const JsonSchemaDraft draft : {JsonSchemaDraft::draft_7, JsonSchemaDraft::draft_2020_12}) {
      validate(schema, instance, {.otherwise = draft});
      validate(schema, instance, {.only = draft, .asserts_formats = true, .checks_schema = false});
    }
  });
}

}  // namespace
}  // namespace evalground

void fuzz(std::string_view input) {
  evalground::check(input);
}
