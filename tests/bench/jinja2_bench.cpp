// Templates of jinja2.json: reading and rendering apart, and whole evaluations through the public interface. jinja2.mjs
// runs them on the wasm module, other engines beside it.

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/execution/interpreter.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
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

Limits wide() {
  Limits limits;
  limits.steps = 1ULL << 40;
  limits.memory = 1ULL << 31;
  limits.output = 1ULL << 30;
  return limits;
}

// As JSON gives them: they share their keys.
Value rows(std::int64_t count) {
  List list;
  for (std::int64_t i = 0; i < count; ++i) {
    list.push_back(Value::map({{"name", Value::string("host" + std::to_string(i))},
                               {"port", Value::integer(i)},
                               {"on", Value::boolean(i % 2 == 0)},
                               {"tags", Value::list({Value::string("a"), Value::string("b")})}}));
  }
  Budget budget(wide());
  return parse_json(write_json(Value::list(std::move(list)), budget), budget);
}

// One of the documents as a workspace, its rows made.
Workspace workspace_of(const Map& document) {
  Workspace workspace;
  workspace.dialect = "jinja2";
  workspace.expression = *document.find("template");
  if (const Value* files = document.find("files")) workspace.files = files->as_map();
  workspace.vars.set("rows", rows(document.find("rows")->as_integer()));
  workspace.limits = wide();
  return workspace;
}

const Value& documents() {
  static const Value all = [] {
    Budget budget(wide());
    return parse_json(read_file("tests/bench/jinja2.json"), budget);
  }();
  return all;
}

struct Prepared {
  explicit Prepared(const Map& document)
      : workspace(workspace_of(document)),
        context(workspace, options, host),
        variables(workspace.vars),
        interpreter(context, {}, variables, jinja2::jinja_functions()) {}

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
  jinja2::MapVariables variables;
  jinja2::Interpreter interpreter;
};

jinja2::Template& compile(Prepared& prepared) {
  const std::string text(prepared.workspace.expression->as_string());
  return prepared.interpreter.evaluator.loader.compile(text, "main",
                                                       {prepared.context.sources.add_file("main", text), {}}, {});
}

void render(benchmark::State& state, const Map& document) {
  Prepared prepared(document);
  jinja2::Template& source = compile(prepared);
  for (auto _ : state) benchmark::DoNotOptimize(prepared.interpreter.render_text(source));
}

void read(benchmark::State& state, const Map& document) {
  Prepared prepared(document);
  for (auto _ : state) benchmark::DoNotOptimize(&compile(prepared));
}

void whole(benchmark::State& state, const Map& document) {
  Budget budget(wide());
  Map workspace{{"dialect", Value::string("jinja2")},
                {"expression", *document.find("template")},
                {"vars", Value::map({{"rows", rows(document.find("rows")->as_integer())}})}};
  if (const Value* files = document.find("files")) workspace.set("files", *files);
  const std::string text = write_json(Value::map(std::move(workspace)), budget);
  ClosedHost host;
  for (auto _ : state) {
    const std::string outcome = evaluate(text, "", host);
    if (!outcome.starts_with("{\"ok\":true")) {
      state.SkipWithError(outcome.substr(0, 300).c_str());
      break;
    }
  }
}

const bool are_registered = [] {
  for (const auto& [name, document] : documents().as_map()) {
    const std::string label(name.as_string());
    const Map& map = document.as_map();
    benchmark::RegisterBenchmark(("render/" + label).c_str(), [&map](benchmark::State& state) {
      render(state, map);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("compile/" + label).c_str(), [&map](benchmark::State& state) {
      read(state, map);
    })->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("whole/" + label).c_str(), [&map](benchmark::State& state) {
      whole(state, map);
    })->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace evalground
