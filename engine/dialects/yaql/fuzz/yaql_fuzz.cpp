// Any text as a YAQL expression: it gives a value or ends in an Error or LimitError within its budget, gives the same
// when evaluated again, and its coloured parts lie within it in order.
#include <string>

#include "dialects/yaql/syntax/tokens.hpp"
#include "dialects/yaql/yaql.hpp"
#include "fuzz/target.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::yaql {
namespace {

constexpr std::string_view data =
    R"({"servers": [{"id": "s-1", "name": "web", "ram": 2048, "up": true, "tags": ["a", "b"],
  "meta": {"k": null}}, {"id": "s-2", "name": "db", "ram": 8192.5, "up": false, "tags": [], "meta": {}}],
  "text": "naïve text 12", "n": 7, "empty": [], "matrix": [[1, 2], [3, 4]], "deep": {"a": {"b": {"c": [10, 20]}}}})";

// The result as text, or what the evaluation ended in.
std::string outcome_of(const std::string& expression, bool is_legacy, bool is_traced) {
  Workspace workspace;
  workspace.dialect = "yaql";
  workspace.expression = Value::string(expression);
  workspace.seed = 1;
  workspace.clock = 0;
  workspace.limits = {.steps = 50'000, .memory = 16U << 20U, .output = 1U << 20U};
  workspace.options.set(is_legacy ? "legacy" : "delegates", Value::boolean(true));
  MemoryAccount account(workspace.limits.memory);
  Budget reading;
  workspace.data = parse_json(data, reading);
  RunOptions options;
  options.trace = options.provenance = options.outline = is_traced;
  ClosedHost host;
  Context context(workspace, options, host);
  Outcome outcome;
  try {
    dialect().evaluate(context, outcome);
    return write_json(*outcome.value, context.budget);
  } catch (const Error& error) {
    return error.diagnostic.code;
  } catch (const LimitError&) {
    return "limit";  // the limit that is hit first depends on whether the run is observed
  }
}

}  // namespace
}  // namespace evalground::yaql

// The first byte chooses the dialect, the rest is the text.
void fuzz(std::string_view input) {
  using namespace evalground;
  if (input.empty()) return;
  const bool is_legacy = input[0] == 'L';
  const std::string expression(input.substr(1));
  const std::string first = yaql::outcome_of(expression, is_legacy, false);
  if (first != yaql::outcome_of(expression, is_legacy, false)) report("the second run gives something else");
  yaql::outcome_of(expression, is_legacy, true);
  std::vector<Token> tokens;
  yaql::write_tokens(expression, {}, tokens);
  check_tokens(tokens, expression.size());
}
