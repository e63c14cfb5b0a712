// Takes any text as a template. It renders or ends in an Error or LimitError within its budget, and gives the same when
// rendered again. Its check reaches the end, and its tokens lie within it in order.
#include <cstdint>
#include <string>

#include "base/memory.hpp"
#include "dialects/jinja2/jinja2.hpp"
#include "fuzz/target.hpp"
#include "runtime/host.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

// A template that begins so is one of Ansible's, with its filters, tests and lookups.
constexpr std::string_view ansible_mark = "{##}";

Workspace workspace_of(std::string_view text) {
  Workspace workspace;
  workspace.dialect = "jinja2";
  workspace.main = "main.j2";
  workspace.files.set("main.j2", Value::string(text));
  workspace.files.set(
      "part.j2",
      Value::string(
          "{% block a %}[{{ x }}{{ loop }}]{% endblock %}{% macro f(a, b=1) %}{{ a }}{{ caller() }}{% endmacro %}"));
  workspace.files.set("filter_plugins/p.py", Value::string("{'next_port': f, \"open\": g}"));
  workspace.files.set("test_plugins/p.py", Value::string("dict(prime=h)"));
  workspace.vars.set("x", Value::integer(7));
  workspace.vars.set("s", Value::string("text <é>"));
  workspace.vars.set("l", Value::list({Value::integer(3), Value::string("b"), Value::list({Value::null()})}));
  workspace.vars.set("m", Value::map({{"a", Value::real(1.5)}, {"items", Value::boolean(true)}}));
  workspace.clock = 0;
  workspace.seed = 1;
  workspace.limits = {.steps = 50'000, .memory = 16U << 20U, .output = 1U << 20U};
  workspace.options.set("extensions", Value::list({Value::string("do"), Value::string("loopcontrols")}));
  if (text.starts_with(ansible_mark)) workspace.options.set("flavor", Value::string("ansible"));
  return workspace;
}

// The rendered text, or the error that ended the template.
std::string outcome_of(std::string_view text) {
  const Workspace workspace = workspace_of(text);
  MemoryAccount account(workspace.limits.memory);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Outcome outcome;
  return outcome_or_code([&] {
    dialect().evaluate(context, outcome);
    return outcome.text.value_or("");
  });
}

void check(std::string_view text) {
  const Workspace workspace = workspace_of(text);
  MemoryAccount account(64ULL << 20);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  try {
    static_cast<void>(dialect().outline(context));
    std::uint32_t end = 0;
    for (const Token& token : dialect().tokens(context)) {
      if (context.sources.path(token.file) != "main.j2") continue;
      if (token.begin < end || token.end < token.begin || token.end > text.size()) report("a token lies elsewhere");
      end = token.end;
    }
  } catch (const LimitError&) {
  }
}

}  // namespace
}  // namespace evalground::jinja2

void fuzz(std::string_view text) {
  using namespace evalground;
  if (jinja2::outcome_of(text) != jinja2::outcome_of(text)) report("the second run gives something else");
  jinja2::check(text);
}
