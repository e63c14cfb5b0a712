// The Δ-controller: each family of operators on 100,000 items, and a join of 1,000 by 1,000 objects. Evaluation only:
// the workspace is read before. dcontroller.mjs runs a chain of list operators against jq.

#include <benchmark/benchmark.h>
#include <string>

#include "dialects/dcontroller/dcontroller.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr int items = 100'000;

Value numbers_and_objects() {
  List numbers;
  List objects;
  for (int i = 0; i < items; ++i) {
    numbers.push_back(Value::integer(i));
    objects.push_back(Value::map({{"name", Value::string("item-" + std::to_string(i))},
                                  {"n", Value::integer(i)},
                                  {"rate", Value::real(i / 8.0)},
                                  {"labels", Value::map({{"app", Value::string(i % 2 == 0 ? "web" : "db")}})}}));
  }
  return Value::map({{"numbers", Value::list(std::move(numbers))}, {"objects", Value::list(std::move(objects))}});
}

void run(benchmark::State& state, Workspace& workspace) {
  workspace.dialect = "dcontroller";
  workspace.limits.steps = 1ULL << 32;
  workspace.limits.memory = 1ULL << 30;
  const RunOptions options;
  ClosedHost host;
  for (auto _ : state) {
    Context context(workspace, options, host);
    Outcome outcome;
    try {
      dcontroller::dialect().evaluate(context, outcome);
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      break;
    }
    benchmark::DoNotOptimize(outcome.value);
  }
}

void evaluate(benchmark::State& state, const char* expression) {
  static const Value data = numbers_and_objects();
  Budget budget;
  Workspace workspace;
  workspace.expression = parse_json(expression, budget);
  workspace.data = data;
  run(state, workspace);
}

BENCHMARK_CAPTURE(evaluate, logic, R"({"@all": [{"@and": [true, {"@not": {"@or": [false, false]}}]}, "$.numbers"]})")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, comparison, R"({"@filter": [{"@gt": ["$$.n", 50000]}, "$.objects"]})")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, lists, R"({"@map": ["$$.name", {"@filter": [{"@gt": ["$$.n", 50000]}, "$.objects"]}]})")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, numbers, R"({"@sum": {"@map": [{"@mul": ["$$.rate", 2]}, "$.objects"]}})")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, text, R"({"@map": [{"@concat": ["$$.name", "-", {"@string": "$$.n"}]}, "$.objects"]})")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, hash, R"({"@map": [{"@hash": "$$"}, "$.objects"]})")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, selector, R"({"@filter": [{"@selector": [{"app": "web"}, "$$.labels"]}, "$.objects"]})")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, maps, R"({"@map": [{"metadata": {"name": "$$.name"}, "$.spec.n": "$$.n"}, "$.objects"]})")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, path_filter, R"("$.objects[?(@.n == 99999)].name")")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(evaluate, path_descent, R"("$..nothing")")->Unit(benchmark::kMillisecond);

Value object(const char* kind, int number) {
  return Value::map({{"kind", Value::string(kind)},
                     {"metadata", Value::map({{"name", Value::string("o" + std::to_string(number))}})},
                     {"spec", Value::map({{"app", Value::string("app" + std::to_string(number % 500))}})}});
}

void pipeline(benchmark::State& state, const char* document, int count) {
  List objects;
  for (int i = 0; i < count; ++i) {
    objects.push_back(object("Service", i));
    if (state.range(0) == 2) objects.push_back(object("Pod", i));
  }
  Workspace workspace;
  workspace.main = "main.yaml";
  workspace.files.set("main.yaml", Value::string(document));
  workspace.data = Value::list(std::move(objects));
  run(state, workspace);
}

BENCHMARK_CAPTURE(pipeline, join_1000_by_1000,
                  "- '@join': {'@eq': [$.Service.spec.app, $.Pod.spec.app]}\n"
                  "- '@project':\n"
                  "    metadata: {name: {'@concat': [$.Service.metadata.name, $.Pod.metadata.name]}}\n",
                  1000)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pipeline, gather_1000_in_500_groups,
                  "- '@gather': [$.spec.app, $.metadata]\n- '@project': {metadata: {name: $.spec.app}}\n", 1000)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evalground
