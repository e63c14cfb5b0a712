// Any text as a template: it gives outputs or ends in an Error or LimitError within its budget; so do its tree and its
// coloured parts, with and without an evaluation.
#include <cstdint>
#include <string>

#include "dialects/heat/heat.hpp"
#include "runtime/host.hpp"

namespace evalground::heat {
namespace {

template <class F>
void within_limits(F&& f) {
  try {
    f();
  } catch (const Error&) {
    return;
  } catch (const LimitError&) {
    return;
  }
}

void run(const std::string& text) {
  Workspace workspace;
  workspace.dialect = "heat";
  workspace.main = "main.yaml";
  workspace.files.set("main.yaml", Value::string(text));
  workspace.files.set("boot.sh", Value::string("echo $name\n"));
  workspace.inputs.set("p", Value::string("1,2"));
  workspace.attributes.set("server",
                           Value::map({{"id", Value::string("x")}, {"ips", Value::list({Value::string("10.0.0.1")})}}));
  workspace.limits.steps = 50'000;
  workspace.limits.memory = 16ULL << 20;
  workspace.limits.output = 1ULL << 20;
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

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  evalground::heat::run(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
