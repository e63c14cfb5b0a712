// JSON Schema: compiling json_schema.json, and validating 1,000 deployments by it, valid ones and ones with errors.
// json_schema.mjs does the same in wasm, beside ajv, and natively beside python-jsonschema.
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "data/json_schema/json_schema.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

std::string read_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) std::exit(2);
  std::string text;
  char buffer[4096];
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file)) != 0;) text.append(buffer, count);
  std::fclose(file);
  return text;
}

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
  return parse_json(read_file("tests/bench/json_schema.json"), budget);
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
