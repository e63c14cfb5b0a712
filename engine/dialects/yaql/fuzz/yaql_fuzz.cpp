// Any text as a YAQL expression: it gives a value or ends in an Error or LimitError within its budget, gives the same
// when evaluated again, and its coloured parts lie within it in order.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "dialects/yaql/syntax/tokens.hpp"
#include "dialects/yaql/yaql.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::yaql {
namespace {

constexpr std::string_view data =
    R"({"servers": [{"id": "s-1", "name": "web", "ram": 2048, "up": true, "tags": ["a", "b"],
  "meta": {"k": null}}, {"id": "s-2", "name": "db", "ram": 8192.5, "up": false, "tags": [], "meta": {}}],
  "text": "naïve text 12", "n": 7, "empty": [], "matrix": [[1, 2], [3, 4]], "deep": {"a": {"b": {"c": [10, 20]}}}})";

[[noreturn]] void report(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// The result as text, or what the evaluation ended in.
std::string outcome_of(const std::string& expression, bool is_legacy, bool is_traced) {
  Workspace workspace;
  workspace.dialect = "yaql";
  workspace.expression = Value::string(expression);
  workspace.seed = 1;
  workspace.clock = 0;
  workspace.limits.steps = 50'000;
  workspace.limits.memory = 16ULL << 20;
  workspace.limits.output = 1ULL << 20;
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
    return "limit";  // which one depends on what is observed
  }
}

}  // namespace
}  // namespace evalground::yaql

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace evalground;
  // The first byte chooses the dialect, the rest is the text.
  if (size == 0) return 0;
  const bool is_legacy = bytes[0] == 'L';
  const std::string expression(reinterpret_cast<const char*>(bytes + 1), size - 1);
  const std::string first = yaql::outcome_of(expression, is_legacy, false);
  if (first != yaql::outcome_of(expression, is_legacy, false)) yaql::report("the second run gives something else");
  yaql::outcome_of(expression, is_legacy, true);
  std::vector<Token> tokens;
  yaql::write_tokens(expression, {}, tokens);
  std::size_t end = 0;
  for (const Token& token : tokens) {
    if (token.begin < end || token.end <= token.begin || token.end > expression.size()) {
      yaql::report("a token lies elsewhere");
    }
    end = token.end;
  }
  return 0;
}
