// Language services on documents of 2,000 lines, each request as an editor sends it: nothing is kept between them.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <string>

#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

struct Sample {
  std::string_view dialect;
  std::string_view head;
  std::string_view block;  // repeated; # is its number
  std::string_view tail;   // ends at the position
};

constexpr Sample samples[] = {
    {"jinja2", "",
     "{% for item# in items %}\n{{ item#.name | upper | replace('a', 'b') }}: {{ loop.index }}\n{% endfor %}\n",
     "{{ items | up"},
    {"yaql", "", "$.users.where($.age > # and $.name != 'x').select([$.name, $.age]).len() +\n", "$.us"},
    {"heat", "heat_template_version: wallaby\nparameters: {size: {type: number}}\nresources:\n",
     "  server#:\n    type: OS::Nova::Server\n    properties:\n      name: {get_param: size}\n",
     "  last: {get_param: s"},
    {"cfengine", "bundle agent main\n{\n  vars:\n",
     "      \"v#\" string => \"$(v1) and $(other.v2)\",\n        if => regcmp(\"a.*\", \"$(v#)\");\n",
     "      \"x\" string => \"$(v"},
    {"dcontroller", "", "k#:\n  '@cond': [{'@eq': [$.spec.replicas, #]}, $.metadata.name, {'@concat': [a, $.kind]}]\n",
     "last: {'@ad"},
    {"unfurl", "instances:\n",
     "  r#:\n    type: Service\n    attributes:\n      url: {concat: [{eval: '::r1::host'}, ':', {eval: port}]}\n",
     "  last: {attributes: {x: {eval: '::r"},
};

std::string text_of(const Sample& sample) {
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
  return text.append(sample.tail);
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

const bool registered = [] {
  for (const Sample& sample : samples) {
    for (const std::string_view what :
         {"complete", "hover", "signature", "definition", "references", "symbols", "tokens", "hints"}) {
      benchmark::RegisterBenchmark((std::string(what) + "/" + std::string(sample.dialect)).c_str(),
                                   [&sample, what](benchmark::State& state) { ask(state, sample, what); })
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace evalground
