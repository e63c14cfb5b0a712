// Any text as a policy: it runs or ends in problems within its budget, gives the same when run again, and its coloured
// parts lie within it in order.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "dialects/cfengine/cfengine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::cfengine {
namespace {

[[noreturn]] void report(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// The outcome as text, with the tree; checks the colours on the way.
std::string outcome_of(std::string_view policy) {
  Workspace workspace;
  workspace.dialect = "cfengine";
  workspace.main = "main.cf";
  workspace.clock = 1'795'163'600'000'000;
  workspace.seed = 1;
  workspace.files.set("main.cf", Value::string(policy));
  workspace.files.set("lib/a.cf", Value::string("bundle agent a(x)\n{\n  reports:\n    \"$(x)\";\n}\n"));
  workspace.files.set("d.json", Value::string("{\"a\": [1, 2.5, {\"b\": null}], \"c\": \"x,y\"}"));
  workspace.limits.steps = 50'000;
  workspace.limits.memory = 16ULL << 20;
  workspace.limits.output = 1ULL << 20;
  MemoryAccount account(workspace.limits.memory);
  RunOptions options;
  options.outline = true;
  ClosedHost host;
  Context context(workspace, options, host);
  try {
    std::uint32_t end = 0;
    for (const Token& token : dialect().tokens(context)) {
      if (token.file != 0) continue;
      if (token.begin < end || token.end <= token.begin || token.end > policy.size()) report("a token lies elsewhere");
      end = token.end;
    }
    Outcome outcome;
    dialect().evaluate(context, outcome);
    std::string text = outcome.ok ? "ok " : "failed ";
    if (outcome.text) text += *outcome.text;
    text += std::to_string(dialect().outline(context).size()) + " " + std::to_string(context.diagnostics.size());
    return text;
  } catch (const Error& error) {
    return error.diagnostic.code;
  } catch (const LimitError& error) {
    return error.code();
  }
}

}  // namespace
}  // namespace evalground::cfengine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace evalground::cfengine;
  const std::string policy(reinterpret_cast<const char*>(data), size);
  if (outcome_of(policy) != outcome_of(policy)) report("the second run gives something else");
  return 0;
}
