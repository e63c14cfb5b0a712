// Unfurl through the public interface: whole evaluations, from the workspace's text to the outcome's. unfurl.mjs runs
// the same documents on the wasm module.

#include <benchmark/benchmark.h>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

// Ten groups of resources, each with a port, an address and an expression over its parent.
std::string tree(int resources) {
  std::string text = "instances:\n";
  for (int group = 0; group < 10; ++group) {
    const std::string name = "group" + std::to_string(group);
    text += "  " + name + ":\n    attributes: {region: eu, zone: z" + std::to_string(group) + "}\n    instances:\n";
    for (int i = 0; i < resources / 10; ++i) {
      const std::string number = std::to_string(group * resources / 10 + i);
      text += "      node" + number + ":\n        attributes: {port: " + number + ", host: h" + number +
              ".example.com, url: {eval: {concat: [\"http://\", {eval: .::host}, \":\", {eval: .::port}]}}, at: {eval: "
              "zone}}\n";
    }
  }
  return text;
}

// Resources of which every second attribute is a template; `own`: each resource's texts are its own, as where a program
// writes them, else all have the same.
std::string templates(int resources, bool own) {
  std::string text = "instances:\n";
  for (int i = 0; i < resources; ++i) {
    const std::string number = std::to_string(i);
    const std::string mark = own ? number : "x";
    text += "  node" + number + ":\n    attributes:\n      port: " + number + "\n      host: h" + number +
            ".example.com\n      tags: [a, b]\n      url: 'http://{{ SELF.host }}:{{ SELF.port }}/" + mark +
            "'\n      next: '{{ SELF.port + 1 }}" + (own ? " {# " + mark + " #}" : std::string()) +
            "'\n      label: \"{{ SELF.url | to_dns_label }}\"\n";
  }
  return text;
}

// A document that includes 500 files of 10 keys and overrides one key of each.
Map includes(int count) {
  std::string main;
  Map files{{"main.yaml", Value::null()}};
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    main += "part" + number + ":\n  +include: lib/part" + number + ".yaml\n  key3: own\n";
    std::string part;
    for (int key = 0; key < 10; ++key)
      part += "key" + std::to_string(key) + ": {value: " + number + ", text: some text}\n";
    files.set("lib/part" + number + ".yaml", Value::string(part));
  }
  files.set("main.yaml", Value::string(main));
  return files;
}

// Maps of ten keys that start from one of ten others and change a part of them: 2 MB.
std::string merging(int maps) {
  std::string text = "# What all have in common\nbases:\n";
  for (int base = 0; base < 10; ++base) {
    text += "  base" + std::to_string(base) + ":\n    image: \"registry.example.com/app\"\n    replicas: 1\n";
    text += "    limits: {cpu: 1, memory: 512}\n    env: {LOG: info, TRACE: \"off\"}\n    ports: [80, 443]\n";
  }
  text += "apps:\n";
  for (int i = 0; i < maps; ++i) {
    const std::string number = std::to_string(i);
    text += "  # Application " + number + "\n  app" + number + ":\n    +/bases/base" + std::to_string(i % 10) + ":\n";
    text += "    name: \"app-" + number + "\"   # by which it is found\n    replicas: " + number + "\n";
    text += "    env:\n      PORT: \"" + number + "\"\n      HOST: app" + number + ".example.com\n";
    text += "    tags: [app, \"" + number + "\"]\n";
  }
  return text;
}

std::string workspace(Map files, std::string_view expression, std::string_view operation) {
  Map result{{"dialect", Value::string("unfurl")}, {"files", Value::map(std::move(files))}};
  if (!expression.empty()) result.set("expression", Value::string(expression));
  if (!operation.empty()) result.set("operation", Value::string(operation));
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30});
  return write_json(Value::map(std::move(result)), budget);
}

void run(benchmark::State& state, const std::string& text) {
  ClosedHost host;
  for (auto _ : state) {
    const std::string outcome = evaluate(text, "", host);
    if (!outcome.starts_with("{\"ok\":true")) {
      state.SkipWithError(outcome.substr(0, 300).c_str());
      break;
    }
    benchmark::DoNotOptimize(outcome);
  }
}

Map document(int resources) {
  return Map{{"main.yaml", Value::string(tree(resources))}};
}

void load_10000_resources_and_query_one(benchmark::State& state) {
  run(state, workspace(document(10'000), "::node4711::url", ""));
}

void evaluate_1000_resources_whole(benchmark::State& state) {
  run(state, workspace(document(1'000), "", ""));
}

void render_templates_of_10000_resources(benchmark::State& state) {
  run(state, workspace({{"main.yaml", Value::string(templates(10'000, false))}}, "", ""));
}

void render_own_templates_of_10000_resources(benchmark::State& state) {
  run(state, workspace({{"main.yaml", Value::string(templates(10'000, true))}}, "", ""));
}

void render_one_template_of_10000_resources(benchmark::State& state) {
  run(state, workspace({{"main.yaml", Value::string(templates(10'000, false))}}, "::node4711::label", ""));
}

void query_1000_resources_1000_times(benchmark::State& state) {
  std::string list = "eval:\n";
  for (int i = 0; i < 1'000; ++i) {
    list += i % 2 == 0 ? "- eval: '::node" + std::to_string(i) + "::url'\n"
                       : "- eval: '::node" + std::to_string(i) + "::at'\n";
  }
  run(state, workspace(document(1'000), list, ""));
}

void expand_500_includes(benchmark::State& state) {
  run(state, workspace(includes(500), "", "expand"));
}

// Reports the peak memory of the evaluation too, in MiB.
void restore_one_change_in_2_mb(benchmark::State& state) {
  Budget budget;
  Map files{{"main.yaml", Value::string(merging(10'000))}};
  Map json{{"dialect", Value::string("unfurl")}, {"operation", Value::string("restore")}};
  json.set("changes", parse_json(R"([{"path": "/apps/app4711/env/LOG", "value": "debug"}])", budget));
  json.set("files", Value::map(std::move(files)));
  Budget room({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30});
  const std::string text = write_json(Value::map(std::move(json)), room);
  run(state, text);
  ClosedHost host;
  const std::string outcome = evaluate(text, "", host);
  const std::size_t memory = outcome.rfind("\"memory\":");
  state.counters["MiB"] = std::stod(outcome.substr(memory + 9)) / (1 << 20);
}

void three_line_document(benchmark::State& state) {
  run(state,
      workspace(
          Map{{"main.yaml",
               Value::string("host: db\nport: 5432\nurl: {eval: {concat: [{eval: host}, \":\", {eval: port}]}}\n")}},
          "", ""));
}

BENCHMARK(load_10000_resources_and_query_one)->Unit(benchmark::kMillisecond);
BENCHMARK(evaluate_1000_resources_whole)->Unit(benchmark::kMillisecond);
BENCHMARK(render_templates_of_10000_resources)->Unit(benchmark::kMillisecond);
BENCHMARK(render_own_templates_of_10000_resources)->Unit(benchmark::kMillisecond);
BENCHMARK(render_one_template_of_10000_resources)->Unit(benchmark::kMillisecond);
BENCHMARK(query_1000_resources_1000_times)->Unit(benchmark::kMillisecond);
BENCHMARK(expand_500_includes)->Unit(benchmark::kMillisecond);
BENCHMARK(restore_one_change_in_2_mb)->Unit(benchmark::kMillisecond);
BENCHMARK(three_line_document)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace evalground
