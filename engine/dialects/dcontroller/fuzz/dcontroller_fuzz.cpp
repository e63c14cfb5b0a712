// Any text as an expression and as a pipeline on some objects, with and without quirks: each ends in an outcome within
// its budget, a second run gives the same, and the tree and the coloured parts can be written.
#include <string>

#include "engine.hpp"
#include "fuzz/target.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace {

using namespace evalground;

constexpr std::string_view objects = R"([
  {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "x", "labels": {"app": "web"}},
   "spec": {"n": 1, "l": [1, "2", 3.5, null, [4], {"k": "$.kind"}]}},
  {"type": "Added", "object": {"kind": "Pod", "metadata": {"name": "b"}, "spec": {"n": 2, "l": []}}},
  {"type": "Updated", "object": {"kind": "Pod", "metadata": {"name": "b"}, "spec": {"n": "@now", "l": ["$$"]}}}])";

constexpr std::string_view options =
    R"({"provenance": true, "outline": true, "tokens": true, "limits": {"steps": 50000, "memory": 16777216, "output": 1048576}})";

std::string value_of(const std::string& workspace) {
  ClosedHost host;
  const std::string json = evaluate(workspace, options, host);
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  const Value outcome = parse_json(json, budget);
  const Value* value = outcome.as_map().find("value");
  return value == nullptr ? "" : write_json(*value, budget);
}

void check(std::string_view key, std::string_view text, std::string_view reference, bool quirks) {
  Budget budget;
  const Value data = parse_json(objects, budget);
  Map workspace{{"dialect", Value::string("dcontroller")},
                {"clock", Value::string("2025-01-02T03:04:05Z")},
                {"seed", Value::integer(1)},
                {"options", Value::map({{"reference", Value::string(reference)}, {"quirks", Value::boolean(quirks)}})},
                {"data", key == "main" ? data : data.as_list()[0]}};
  workspace.set(key, Value::string(text));
  const std::string json = write_json(Value::map(std::move(workspace)), budget);
  if (value_of(json) != value_of(json)) report("the second run gives something else");
}

}  // namespace

void fuzz(std::string_view text) {
  for (const std::string_view reference : {"2025", "2026"}) {
    for (const bool quirks : {false, true}) {
      check("expression", text, reference, quirks);
      check("main", std::string(text) + "\n", reference, quirks);
    }
  }
}
