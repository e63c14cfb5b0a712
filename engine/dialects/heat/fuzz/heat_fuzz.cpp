// Any text as a template: it gives outputs or ends in an Error or LimitError within its budget; so do its tree and its
// coloured parts, with and without an evaluation.
#include <string>

#include "dialects/heat/heat.hpp"
#include "fuzz/target.hpp"
#include "runtime/host.hpp"

namespace evalground::heat {
namespace {

void run(std::string_view text) {
  Workspace workspace;
  workspace.dialect = "heat";
  workspace.main = "main.yaml";
  workspace.files.set("main.yaml", Value::string(text));
  workspace.files.set("boot.sh", Value::string("echo $name\n"));
  workspace.inputs.set("p", Value::string("1,2"));
  workspace.attributes.set("server",
                           Value::map({{"id", Value::string("x")}, {"ips", Value::list({Value::string("10.0.0.1")})}}));
  workspace.limits = {.steps = 50'000, .memory = 16U << 20U, .output = 1U << 20U};
  MemoryAccount account(workspace.limits.memory);
  RunOptions options;
  options.trace = options.provenance = options.outline = true;
  ClosedHost host;
  Context context(workspace, options, host);
  Outcome outcome;
  within_limits([&] { dialect().evaluate(context, outcome); });
  within_limits([&] { dialect().outline(context); });
  Context unevaluated(workspace, options, host);
  within_limits([&] { dialect().outline(unevaluated); });
  within_limits([&] { dialect().tokens(unevaluated); });
}

}  // namespace
}  // namespace evalground::heat

void fuzz(std::string_view text) {
  evalground::heat::run(text);
}
