// Any text as a query or a template: it matches or ends in an Error or LimitError within its budget, gives the same
// when asked again, and its coloured parts lie within it in order.
#include <string>

#include "dialects/unfurl/ensemble.hpp"
#include "dialects/unfurl/expression/query.hpp"
#include "fuzz/target.hpp"
#include "runtime/host.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view document = R"(instances:
  a:
    attributes:
      x: [{b: [{c: 1}, {c: 2}]}, [{c: 5}], {b: [{c: 3}]}]
      m: {b: {c: {eval: '.::x::b::c'}}, d: text, e: null, f: true, g: 2.5}
      v: {eval: .::m}
      l: [{eval: .::l}, {eval: $item}]
      t: ['{{ SELF.x }}', "{{ SELF.m.d ~ SELF.u }}", {eval: '{{ nope }}', strict: false}]
      u: {a: '{{ SELF.u.b }}', b: '{% for k in SELF.m %}{{ k }}{% endfor %}', s: {eval: {sensitive: x}}}
    requirements: [{host: n}, {dep: n}]
    instances: {b: {attributes: {x: 1}}}
  n: {readyState: pending, attributes: {c: {eval: '::a::x', foreach: {key: $index, value: $item}}}}
)";

// The matches as text, or what the query ended in.
std::string outcome_of(std::string_view query) {
  Workspace workspace;
  workspace.dialect = "unfurl";
  workspace.main = "main.yaml";
  workspace.files.set("main.yaml", Value::string(document));
  workspace.clock = 0;
  workspace.seed = 1;
  workspace.limits = {.steps = 50'000, .memory = 16U << 20U, .output = 1U << 20U};
  MemoryAccount account(workspace.limits.memory);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Ensemble ensemble(context);
  Evaluator& evaluator = ensemble.evaluator;
  return outcome_or_code([&] {
    std::string text;
    for (const Value& match : evaluator.matches(Value::string(query), Evaluator::scope_of(*evaluator.tree.find("b")))) {
      text += short_text(evaluator.plain(match), 200) + "\n";
    }
    return text;
  });
}

}  // namespace
}  // namespace evalground::unfurl

void fuzz(std::string_view query) {
  using namespace evalground;
  if (unfurl::outcome_of(query) != unfurl::outcome_of(query)) report("the second run gives something else");
  check_tokens(unfurl::query_tokens(query), query.size());
}
