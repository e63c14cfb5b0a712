// Language services on documents of 2,000 lines, each request as an editor sends it: nothing is kept between them. The
// first request of a process, cold, is what --benchmark_min_time=0.000001 measures, with a filter for one of them. And
// what a trace and coverage cost a run of the same documents.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

struct Sample {
  std::string_view dialect;
  std::string_view head;
  std::string_view block;     // repeated; # is its number
  std::string_view tail;      // ends at the position
  std::string_view end = "";  // in its place, in a document that can be evaluated
};

constexpr Sample samples[] = {
    {"jinja2", "",
     "{% for item# in items %}\n{{ item#.name | upper | replace('a', 'b') }}: {{ loop.index }}\n{% endfor %}\n",
     "{{ items | up"},
    {"yaql", "", "$.users.where($.age > # and $.name != 'x').select([$.name, $.age]).len() +\n", "$.us", "1"},
    {"heat", "heat_template_version: wallaby\nparameters: {size: {type: number}}\nresources:\n",
     "  server#:\n    type: OS::Nova::Server\n    properties:\n      name: {get_param: size}\n",
     "  last: {get_param: s"},
    {"cfengine", "bundle agent main\n{\n  vars:\n",
     "      \"v#\" string => \"$(v1) and $(other.v2)\",\n        if => regcmp(\"a.*\", \"$(v#)\");\n",
     "      \"x\" string => \"$(v", "}\n"},
    {"dcontroller", "", "k#:\n  '@cond': [{'@eq': [$.spec.replicas, #]}, $.metadata.name, {'@concat': [a, $.kind]}]\n",
     "last: {'@ad"},
    {"unfurl", "instances:\n",
     "  r#:\n    type: Service\n    attributes:\n      url: {concat: [{eval: '::r1::host'}, ':', {eval: port}]}\n",
     "  last: {attributes: {x: {eval: '::r"},
};

std::string text_of(const Sample& sample, bool is_whole = false) {
  std::string text(sample.head);
  for (int number = 1; std::count(text.begin(), text.end(), '\n') < 2000; ++number) {
    for (const char c : sample.block) {
      if (c == '#') {
        text += std::to_string(number);
      } else {
        text += c;
      }
    }
  }
  return is_whole ? text.append(sample.end) : text.append(sample.tail);
}

void ask(benchmark::State& state, const Sample& sample, std::string_view what) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 1000});
  const std::string text = text_of(sample);
  const Value workspace = Value::map({{"dialect", Value::string(sample.dialect)},
                                      {"main", Value::string("main")},
                                      {"files", Value::map({{"main", Value::string(text)}})}});
  const Value at =
      Value::map({{"file", Value::string("main")}, {"offset", Value::integer(static_cast<std::int64_t>(text.size()))}});
  const std::string request =
      write_json(Value::map({{"ask", Value::string(what)}, {"workspace", workspace}, {"at", at}}), budget);
  for (auto _ : state) benchmark::DoNotOptimize(assist(request));
}

void run(benchmark::State& state, const Sample& sample, std::string_view options) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 1000});
  const Value data = parse_json(R"({"users": [{"name": "ada", "age": 36}, {"name": "bo", "age": 20}]})", budget);
  const std::string workspace =
      write_json(Value::map({{"dialect", Value::string(sample.dialect)},
                             {"main", Value::string("main")},
                             {"files", Value::map({{"main", Value::string(text_of(sample, true))}})},
                             {"data", data},
                             {"inputs", Value::map({{"size", Value::integer(2)}})},
                             {"vars", Value::map({{"items", *data.as_map().find("users")}})}}),
                 budget);
  for (auto _ : state) {
    ClosedHost host;
    const std::string outcome = evaluate(workspace, options, host);
    if (!outcome.starts_with("{\"ok\":true")) return state.SkipWithError(outcome.substr(0, 300).c_str());
  }
}

const bool registered = [] {
  constexpr std::pair<std::string_view, std::string_view> runs[] = {
      {"run", "{}"}, {"run_traced", R"({"trace": true})"}, {"run_covered", R"({"coverage": true})"}};
  for (const Sample& sample : samples) {
    for (const std::string_view what :
         {"complete", "hover", "signature", "definition", "references", "symbols", "tokens", "hints"}) {
      benchmark::RegisterBenchmark((std::string(what) + "/" + std::string(sample.dialect)).c_str(),
                                   [&sample, what](benchmark::State& state) { ask(state, sample, what); })
          ->Unit(benchmark::kMillisecond);
    }
    // One is an expression, which has no document, the other a chain that is deeper than evaluations go.
    if (sample.dialect == "dcontroller" || sample.dialect == "yaql") continue;
    for (const auto& [name, options] : runs) {
      benchmark::RegisterBenchmark((std::string(name) + "/" + std::string(sample.dialect)).c_str(),
                                   [&sample, wanted = options](benchmark::State& state) { run(state, sample, wanted); })
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace evalground
