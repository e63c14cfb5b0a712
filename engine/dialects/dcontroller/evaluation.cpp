// Hot: compiled for speed in every module.
#include "dialects/dcontroller/evaluation.hpp"

#include <cmath>

#include "dialects/dcontroller/catalogue.hpp"
#include "dialects/dcontroller/signs.hpp"
#include "dialects/dcontroller/values/numbers.hpp"
#include "dialects/dcontroller/values/written.hpp"
#include "runtime/input_paths.hpp"

namespace evalground::dcontroller {
namespace {

// JSON, and so Kubernetes, has no infinities and NaN.
// Only the final result is tested: between operators infinities are allowed, as in Go.
void require_finite(const Value& value, Context& context) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.kind() == Kind::real && !std::isfinite(value.as_real())) {
    context.fail(value.origin(), "not-finite",
                 "The result holds " + go_number(value.as_real()) + ", which JSON cannot write.");
  }
  if (value.is_list()) {
    for (const Value& item : value.as_list()) require_finite(item, context);
  } else if (value.is_map()) {
    for (const auto& entry : value.as_map()) require_finite(entry.value, context);
  }
}

// The workspace's value as the subject of paths. While reads are recorded, each part has its path as its origin.
Value subject(Context& context, const Value& given, std::string_view root) {
  Value value = as_go_reads(given, context.budget);
  return context.provenance.recording() && !value.is_undefined() ? with_paths(context, value, root) : value;
}

}  // namespace

Evaluation::Evaluation(Context& context_)
    : context(context_),
      tree(context, functions(), version_of(context.workspace.options)),
      evaluator(tree),
      data(subject(context, context.workspace.data.is_undefined() ? Value::null() : context.workspace.data, "$")),
      local(subject(context, context.workspace.local, "$$")) {}

void Evaluation::read() {
  if (context.workspace.expression) {
    const Value written = located_expression(context);
    warn_of_other_version(written, Written::expression, tree.version.reference, context);
    expression = &tree.read(written);
    return;
  }
  const std::optional<Value> document = located_document(context);
  if (!document) {
    context.fail(0, "nothing-to-evaluate",
                 "Nothing to evaluate: write an expression, a pipeline, a controller or an operator.");
  }
  warn_of_other_version(*document, Written::document, tree.version.reference, context);
  events = read_events(data, context.budget);
  manifest = read_manifest(*document, kinds_of(events), tree, context);
}

Value Evaluation::evaluate() {
  // The operator `@setField` of 2026 changes what the expression sees, and not the workspace.
  Value own_data = data;
  Value own_local = local;
  const Subjects subjects{&own_data, local.is_undefined() ? nullptr : &own_local, &own_data, &own_local};
  Value result =
      expression != nullptr ? evaluator.evaluate(*expression, subjects) : run_controllers(*manifest, events, evaluator);
  require_finite(result, context);
  return result;
}

}  // namespace evalground::dcontroller
