// Any bytes given as a workspace end in an outcome that is JSON with "ok", within the budget, and a second run gives
// the same.
#include <cstdio>
#include <string>

#include "engine.hpp"
#include "fuzz/target.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace {

constexpr std::string_view options =
    R"({"provenance": true, "outline": true, "tokens": true, "limits": {"steps": 20000, "memory": 16777216, "output": 1048576}})";

// The outcome, parsed; whatever is not an outcome is a finding.
evalground::Value outcome_of(std::string_view workspace) {
  evalground::ClosedHost host;
  const std::string json = evalground::evaluate(workspace, options, host);
  evalground::Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 0, .depth = 1000});
  try {
    evalground::Value outcome = evalground::parse_json(json, budget);
    if (outcome.is_map() && outcome.as_map().contains("ok")) return outcome;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  evalground::report("no outcome: " + json);
}

}  // namespace

void fuzz(std::string_view text) {
  const evalground::Value first = outcome_of(text);
  const evalground::Value second = outcome_of(text);
  if (first.as_map().find("ok")->as_boolean() != second.as_map().find("ok")->as_boolean()) {
    evalground::report("the second run gives something else");
  }
}
