// CFEngine through the public interface: whole evaluations, from the workspace's text to the outcome's. cfengine.mjs
// runs the same policies as processes, beside cf-agent.

#include <benchmark/benchmark.h>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr int size = 10'000;

// Names in an order of their own: each number below the size once.
std::string numbers() {
  std::string json = "[";
  for (int i = 0; i < size; ++i) json += (i > 0 ? ", \"host" : "\"host") + std::to_string(i * 7919 % size) + "\"";
  return json + "]";
}

std::string records() {
  std::string json = "{";
  for (int i = 0; i < size; ++i) {
    const std::string number = std::to_string(i);
    json +=
        (i > 0 ? ",\n" : "") + ("\"host" + number) + "\": {\"port\": " + number + ", \"name\": \"h" + number + "\"}";
  }
  return json + "}";
}

void run(benchmark::State& state, const std::string& promises) {
  Map files{
      {"main.cf", Value::string("bundle agent main\n{\n  vars:\n    \"dir\" string => \"$(this.promise_dirname)\";\n" +
                                promises + "}\n")},
      {"list.json", Value::string(numbers())},
      {"records.json", Value::string(records())}};
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30});
  const std::string workspace =
      write_json(Value::map({{"dialect", Value::string("cfengine")}, {"files", Value::map(std::move(files))}}), budget);
  ClosedHost host;
  for (auto _ : state) {
    const std::string outcome = evaluate(workspace, "", host);
    if (!outcome.starts_with("{\"ok\":true") || outcome.find("\"warning\"") != std::string::npos) {
      state.SkipWithError(outcome.substr(0, 300).c_str());
      break;
    }
    benchmark::DoNotOptimize(outcome);
  }
}

void smallest_policy(benchmark::State& state) {
  run(state, "  reports:\n    \"hello\";\n");
}

void sort_and_set_operations_of_10000(benchmark::State& state) {
  run(state, R"(    "d" data => readjson("$(dir)/list.json");
    "l" slist => getvalues(d);
    "half" slist => sublist(l, "head", 5000);
    "sorted" slist => sort(l, "lex");
    "unique" slist => unique(l);
    "rest" slist => difference(l, half);
    "both" slist => intersection(l, half);
    "n" int => length(both);
  reports:
    "$(n)";) ");
}

void map_and_filter_10000(benchmark::State& state) {
  run(state, R"(    "d" data => readjson("$(dir)/list.json");
    "l" slist => getvalues(d);
    "m" slist => maplist(format("%s.example.org", "$(this)"), l);
  "f" slist = > filter(".*99.*", m, "true", "false", 10000);
  "j" string = > join(",", f);
  "n" int = > length(f);
reports:
  "$(n)";
)");
}

void merge_and_map_10000_records(benchmark::State& state) {
  run(state, R"(    "d" data => readjson("$(dir)/records.json");
    "e" data => mergedata(d, '{ "extra": { "port": 1 } }', d);
    "k" slist => getindices(e);
    "p" slist => maparray("$(this.k)=$(this.v)",
      e);
  "s" string = > storejson(e);
  "n" int = > length(p);
reports:
  "$(n)";
)");
}

void iterate_over_10000(benchmark::State& state) {
  run(state, R"(    "d" data => readjson("$(dir)/list.json");
    "l" slist => getvalues(d);
    "up[$(l)]" string => string_upcase("$(l)");
  "n" int = > length(up);
reports:
  "$(n)";
)");
}

BENCHMARK(smallest_policy)->Unit(benchmark::kMillisecond);
BENCHMARK(sort_and_set_operations_of_10000)->Unit(benchmark::kMillisecond);
BENCHMARK(map_and_filter_10000)->Unit(benchmark::kMillisecond);
BENCHMARK(merge_and_map_10000_records)->Unit(benchmark::kMillisecond);
BENCHMARK(iterate_over_10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evalground
