// What provenance costs: whole evaluations through the public interface, a document of each dialect with it off and on.
// Goal: off it costs nothing that other benchmarks could see, on at most half as much again.

#include <benchmark/benchmark.h>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::string text_of(Map workspace) {
  Budget budget;
  return write_json(Value::map(std::move(workspace)), budget);
}

Map with_document(const char* dialect, std::string document) {
  return {{"dialect", Value::string(dialect)},
          {"main", Value::string("main")},
          {"files", Value::map({{"main", Value::string(std::move(document))}})}};
}

Value records(int count) {
  List list;
  for (int i = 0; i < count; ++i) {
    list.push_back(Value::map({{"name", Value::string("host" + std::to_string(i))},
                               {"port", Value::integer(i)},
                               {"on", Value::boolean(i % 2 == 0)},
                               {"kind", Value::string("Host")},
                               {"metadata", Value::map({{"name", Value::string("host" + std::to_string(i))}})}}));
  }
  return Value::list(std::move(list));
}

std::string unfurl() {
  std::string text = "instances:\n";
  for (int i = 0; i < 1000; ++i) {
    const std::string n = std::to_string(i);
    text += "  r" + n + ":\n    attributes:\n      port: " + n +
            "\n      next:\n        eval: .::port\n      text: \"{{ SELF.port }}-{{ SELF.next }}\"\n";
  }
  return text_of(with_document("unfurl", text));
}

std::string jinja2() {
  Map workspace = with_document("jinja2",
                                "{% for row in rows if row.on %}\n"
                                "server {{ row.name | upper }}:{{ row.port + 1 }} {{ row.name | default('none') }}\n"
                                "{% endfor %}\n");
  workspace.set("vars", Value::map({{"rows", records(2000)}}));
  return text_of(std::move(workspace));
}

std::string yaql() {
  return text_of({{"dialect", Value::string("yaql")},
                  {"expression", Value::string("$.rows.where($.on).select(dict(name => $.name, next => $.port + 1))")},
                  {"data", Value::map({{"rows", records(2000)}})}});
}

std::string heat() {
  std::string text =
      "heat_template_version: 2021-04-16\nparameters:\n  name: {type: string, default: web}\nresources:\n";
  for (int i = 0; i < 300; ++i) {
    text += "  s" + std::to_string(i) +
            ":\n    type: OS::Nova::Server\n    properties:\n"
            "      name: {str_replace: {template: 'a-N', params: {N: {get_param: name}}}}\n"
            "      flavor: {get_param: name}\n";
  }
  return text_of(with_document("heat", text));
}

std::string cfengine() {
  std::string text = "bundle agent main\n{\n  vars:\n";
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    text += "      \"a" + n + "\" string => \"value " + n + "\";\n      \"b" + n + "\" string => string_upcase(\"$(a" +
            n + ")\");\n";
  }
  return text_of(with_document("cfengine", text + "}\n"));
}

std::string dcontroller() {
  Map workspace = with_document("dcontroller",
                                "- '@select': {'@eq': [$.on, true]}\n"
                                "- '@project': {metadata: {name: $.name}, spec: {port: {'@sum': [$.port, 1]}}}\n");
  workspace.set("data", records(2000));
  return text_of(std::move(workspace));
}

void evaluate_with(benchmark::State& state, std::string (*workspace)(), const char* options) {
  const std::string text = workspace();
  ClosedHost host;
  for (auto _ : state) {
    const std::string outcome = evaluate(text, options, host);
    if (!outcome.starts_with("{\"ok\":true")) {
      state.SkipWithError(outcome.substr(0, 300).c_str());
      break;
    }
  }
}

const bool are_registered = [] {
  const std::pair<const char*, std::string (*)()> documents[] = {{"unfurl", unfurl},     {"jinja2", jinja2},
                                                                 {"yaql", yaql},         {"heat", heat},
                                                                 {"cfengine", cfengine}, {"dcontroller", dcontroller}};
  for (const auto& [name, document] : documents) {
    for (const bool on : {false, true}) {
      const std::string label = std::string("provenance/") + name + (on ? "/on" : "/off");
      benchmark::RegisterBenchmark(label.c_str(), [document = document, on](benchmark::State& state) {
        evaluate_with(state, document, on ? R"({"provenance": true})" : "");
      })->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace evalground
