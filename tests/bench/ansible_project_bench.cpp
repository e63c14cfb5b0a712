// A repository of Ansible with 500 hosts, 60 groups, 200 files and 3,000 variables: reading it, one host's view, and
// the matrix of 100 variables, each as a whole evaluation through the public interface.
//
// The goals are 150 ms for reading, 20 ms for a view after that, 300 ms for the matrix.

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

constexpr int hosts = 500;
constexpr int groups = 60;

std::string inventory_text() {
  std::string text;
  for (int group = 0; group < groups; ++group) {
    text += "[g" + std::to_string(group) + "]\n";
    for (int host = group; host < hosts; host += groups) {
      text += "web" + std::to_string(host) + ".example.test ansible_host=10.0.0." + std::to_string(host % 250) +
              " rack=r" + std::to_string(host % 7) + "\n";
    }
    text += "[g" + std::to_string(group) + ":vars]\ntier=" + std::to_string(group % 3) + "\n";
  }
  for (int region = 0; region < 6; ++region) {
    text += "[region" + std::to_string(region) + ":children]\n";
    for (int group = region; group < groups; group += 6) text += "g" + std::to_string(group) + "\n";
  }
  return text;
}

// 15 variables, a third of them templates.
std::string variables_text(int file) {
  std::string text;
  for (int i = 0; i < 15; ++i) {
    const std::string name = "v" + std::to_string((file * 15 + i) % 3000);
    text += name + ": ";
    if (i % 3 == 0) {
      text += "\"{{ inventory_hostname }}-{{ rack }}\"\n";
    } else if (i % 3 == 1) {
      text += std::to_string(file * i) + "\n";
    } else {
      text += "{port: " + std::to_string(8000 + i) + ", name: app" + std::to_string(i) + "}\n";
    }
  }
  return text;
}

// `wanted`: the keys of the workspace beside its files.
std::string workspace_text(Map wanted) {
  Map files;
  files.set("hosts", Value::string(inventory_text()));
  int file = 0;
  for (; file < groups; ++file) {
    files.set("group_vars/g" + std::to_string(file) + ".yml", Value::string(variables_text(file)));
  }
  files.set("group_vars/all.yml", Value::string(variables_text(file++)));
  for (int host = 0; file < 200; ++file, ++host) {
    files.set("host_vars/web" + std::to_string(host) + ".example.test.yml", Value::string(variables_text(file)));
  }
  wanted.set("dialect", Value::string("jinja2"));
  wanted.set("files", Value::map(std::move(files)));
  Budget budget;
  return write_json(Value::map(std::move(wanted)), budget);
}

Map options(std::initializer_list<std::pair<std::string_view, Value>> more) {
  Map all{{"flavor", Value::string("ansible")}, {"inventory", Value::string("hosts")}};
  for (const auto& [name, value] : more) all.set(name, value);
  return all;
}

void run(benchmark::State& state, const std::string& workspace) {
  ClosedHost host;
  for (auto _ : state) {
    const std::string outcome = evaluate(workspace, "", host);
    if (outcome.find("\"ok\":true") == std::string::npos) {
      std::fprintf(stderr, "%.500s\n", outcome.c_str());
      std::exit(1);
    }
    benchmark::DoNotOptimize(outcome.data());
  }
}

void load(benchmark::State& state) {
  run(state, workspace_text({{"expression", Value::string("{{ rack }}")},
                             {"options", Value::map(options({{"host", Value::string("web7.example.test")}}))}}));
}
BENCHMARK(load)->Unit(benchmark::kMillisecond);

void load_and_view(benchmark::State& state) {
  run(state, workspace_text({{"operation", Value::string("host")},
                             {"options", Value::map(options({{"host", Value::string("web7.example.test")}}))}}));
}
BENCHMARK(load_and_view)->Unit(benchmark::kMillisecond);

void load_and_matrix(benchmark::State& state) {
  List names;
  for (int i = 0; i < 100; ++i) names.push_back(Value::string("v" + std::to_string(900 + i % 15 + i / 15 * 15)));
  run(state, workspace_text({{"operation", Value::string("matrix")},
                             {"options", Value::map(options({{"variables", Value::list(std::move(names))}}))}}));
}
BENCHMARK(load_and_matrix)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evalground
