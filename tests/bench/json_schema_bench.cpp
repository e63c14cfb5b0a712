// JSON Schema: compiling a schema, and validating 1,000 deployments by it, valid ones and ones with errors.
#include <benchmark/benchmark.h>
#include <string>

#include "data/json_schema.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

constexpr std::string_view schema_text = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "required": ["apiVersion", "kind", "metadata", "spec"],
  "properties": {
    "apiVersion": {"const": "apps/v1"},
    "kind": {"enum": ["Deployment", "StatefulSet", "DaemonSet"]},
    "metadata": {
      "type": "object",
      "required": ["name"],
      "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 63},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}}
      },
      "additionalProperties": false
    },
    "spec": {
      "type": "object",
      "properties": {
        "replicas": {"type": "integer", "minimum": 0, "maximum": 1000},
        "containers": {
          "type": "array",
          "minItems": 1,
          "items": {"$ref": "#/$defs/container"}
        }
      }
    }
  },
  "$defs": {
    "port": {"type": "integer", "minimum": 1, "maximum": 65535},
    "container": {
      "type": "object",
      "required": ["name", "image"],
      "properties": {
        "name": {"type": "string", "minLength": 1},
        "image": {"type": "string"},
        "ports": {"type": "array", "uniqueItems": true, "items": {"$ref": "#/$defs/port"}},
        "env": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name"],
            "oneOf": [{"required": ["value"]}, {"required": ["valueFrom"]}]
          }
        }
      },
      "additionalProperties": false
    }
  }
})";

Value deployments(bool is_valid) {
  std::string text = "[";
  for (int number = 0; number < 1000; ++number) {
    const std::string name = "web-" + std::to_string(number);
    if (number != 0) text += ',';
    text += R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": ")" + name +
            R"(", "labels": {"app": ")" + name + R"(", "tier": "front"}}, "spec": {"replicas": )" +
            (is_valid ? "3" : "\"3\"") + R"(, "containers": [{"name": "main", "image": "registry/web:1.2",
              "ports": [80, 443, 9090], "env": [{"name": "A", "value": "1"}, {"name": "B", "valueFrom": {}}]},
             {"name": "side", "image": "registry/side:7"}]}})";
  }
  Budget budget;
  return parse_json(text + "]", budget);
}

Value schema_value() {
  Budget budget;
  return parse_json(schema_text, budget);
}

Limits unlimited() {
  return {.steps = ~0ULL >> 1, .output = ~0ULL >> 1};
}

void compile_a_schema(benchmark::State& state) {
  const Value schema = schema_value();
  for (auto _ : state) {
    Budget budget;
    RegexCache regexes;
    JsonSchemas schemas(regexes);
    benchmark::DoNotOptimize(schemas.compile(schema, {.checks_schema = state.range(0) != 0}, budget).get());
  }
}
BENCHMARK(compile_a_schema)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void accept_1000_deployments(benchmark::State& state) {
  const Value instances = deployments(true);
  Budget budget(unlimited());
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  const auto schema = schemas.compile(schema_value(), {}, budget);
  for (auto _ : state) {
    for (const Value& instance : instances.as_list()) {
      if (!schema->accepts(instance, budget)) state.SkipWithError("is not accepted");
    }
  }
}
BENCHMARK(accept_1000_deployments)->Unit(benchmark::kMicrosecond);

void list_errors_of_1000_deployments(benchmark::State& state) {
  const Value instances = deployments(false);
  Budget budget(unlimited());
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  const auto schema = schemas.compile(schema_value(), {}, budget);
  for (auto _ : state) {
    for (const Value& instance : instances.as_list()) {
      if (schema->errors(instance, budget).size() != 1) state.SkipWithError("has no error");
    }
  }
}
BENCHMARK(list_errors_of_1000_deployments)->Unit(benchmark::kMicrosecond);

void find_100000_unique_items(benchmark::State& state) {
  List items;
  for (int number = 0; number < 100'000; ++number) items.push_back(Value::integer(number));
  const Value list = Value::list(std::move(items));
  Budget budget(unlimited());
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  const auto schema = schemas.compile(Value::map({{"uniqueItems", Value::boolean(true)}}), {}, budget);
  for (auto _ : state) benchmark::DoNotOptimize(schema->accepts(list, budget));
}
BENCHMARK(find_100000_unique_items)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evalground
