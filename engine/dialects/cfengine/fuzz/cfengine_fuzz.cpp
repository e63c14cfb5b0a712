// Any text as a policy: it runs or ends in problems within its budget, gives the same when run again, and its coloured
// parts lie within it in order.
#include <string>

#include "dialects/cfengine/cfengine.hpp"
#include "fuzz/target.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::cfengine {
namespace {

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
  workspace.limits = {.steps = 50'000, .memory = 16U << 20U, .output = 1U << 20U};
  MemoryAccount account(workspace.limits.memory);
  RunOptions options;
  options.outline = true;
  ClosedHost host;
  Context context(workspace, options, host);
  return outcome_or_code([&] {
    std::vector<Token> tokens = dialect().tokens(context);
    std::erase_if(tokens, [](const Token& token) { return token.file != 0; });
    check_tokens(tokens, policy.size());
    Outcome outcome;
    dialect().evaluate(context, outcome);
    std::string text = outcome.ok ? "ok " : "failed ";
    if (outcome.text) text += *outcome.text;
    text += std::to_string(dialect().outline(context).size()) + " " + std::to_string(context.diagnostics.size());
    return text;
  });
}

}  // namespace
}  // namespace evalground::cfengine

void fuzz(std::string_view policy) {
  using namespace evalground;
  if (cfengine::outcome_of(policy) != cfengine::outcome_of(policy)) report("the second run gives something else");
}
