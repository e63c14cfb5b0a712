// Loading a document of 5 MB, step by step, against libyaml's bare events on the same text.
#include <benchmark/benchmark.h>
#include <string>
#include <yaml.h>

#include "data/yaml/load.hpp"
#include "data/yaml/write.hpp"

namespace evalground {
namespace {

constexpr std::size_t document_size = 5'000'000;

// Resources as an ensemble has them: short keys, text of all styles, numbers, nested maps and lists, a few
// comments.
std::string make_document() {
  std::string yaml = "instances:\n";
  for (int number = 0; yaml.size() < document_size; ++number) {
    const std::string n = std::to_string(number);
    yaml += "  server-" + n + ":  # number " + n +
            "\n    type: tosca.nodes.Compute\n    attributes:\n      port: " + n +
            "\n      ratio: 0.5\n      enabled: true\n      url: \"http://example.com:" + n +
            "/path\"\n      tags: [web, 'blue', prod]\n      script: |\n        echo starting\n        exec "
            "server --port " +
            n +
            "\n    requirements:\n    - host: server-0\n    - dependency:\n        node: server-1\n        "
            "relationship: null\n";
  }
  return yaml;
}

const std::string& document() {
  static const std::string yaml = make_document();
  return yaml;
}

// An evaluation's limits, wide enough for the document.
Limits wide_limits() {
  Limits limits;
  limits.memory = 1ULL << 30;
  return limits;
}

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * document().size()));
}

void libyaml_events(benchmark::State& state) {
  for (auto _ : state) {
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(document().data()), document().size());
    yaml_event_t event;
    bool at_end = false;
    while (!at_end && yaml_parser_parse(&parser, &event) != 0) {
      at_end = event.type == YAML_STREAM_END_EVENT;
      yaml_event_delete(&event);
    }
    if (!at_end) state.SkipWithError("libyaml refuses the document");
    yaml_parser_delete(&parser);
  }
  count_bytes(state);
}
BENCHMARK(libyaml_events)->Unit(benchmark::kMillisecond);

void parse(benchmark::State& state) {
  for (auto _ : state) {
    const MemoryAccount account(wide_limits().memory);
    Sources sources;
    Budget budget(wide_limits());
    benchmark::DoNotOptimize(parse_yaml(sources, sources.add_file("big.yaml", document()), budget).root);
  }
  count_bytes(state);
}
BENCHMARK(parse)->Unit(benchmark::kMillisecond);

void load(benchmark::State& state) {
  std::uint64_t peak = 0;
  for (auto _ : state) {
    const MemoryAccount account(wide_limits().memory);
    Sources sources;
    Budget budget(wide_limits());
    {
      const Value value = load_yaml(sources, sources.add_file("big.yaml", document()), budget);
      benchmark::DoNotOptimize(value.kind());
    }
    peak = account.peak();
  }
  count_bytes(state);
  state.counters["peak_MB"] = static_cast<double>(peak) / 1e6;
}
BENCHMARK(load)->Unit(benchmark::kMillisecond);

void write(benchmark::State& state) {
  Sources sources;
  Budget loading(wide_limits());
  const Value value = load_yaml(sources, sources.add_file("big.yaml", document()), loading);
  for (auto _ : state) {
    Budget budget;
    benchmark::DoNotOptimize(write_yaml(value, budget).size());
  }
  count_bytes(state);
}
BENCHMARK(write)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evalground
