// Hot: compiled for speed in every module.
#include "dialects/dcontroller/evaluation.hpp"

#include <cmath>

#include "base/text/text.hpp"
#include "dialects/dcontroller/catalogue.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
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

bool has_kind(const Value& document, std::string_view kind) {
  const Value* written = document.as_map().find("kind");
  return written != nullptr && written->is_string() && written->as_string() == kind;
}

// A document among several that is neither an operator nor a pipeline or controller.
bool is_object(const Value& document) {
  return document.is_map() && document.as_map().contains("kind") && document.as_map().contains("apiVersion") &&
         !has_kind(document, "Operator");
}

// Of a kind, not an object that a pipeline would read.
bool is_definition(const Value& document) {
  return has_kind(document, "CustomResourceDefinition");
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
  const std::vector<Value> documents = located_documents(context);
  if (documents.empty()) {
    context.fail(0, "nothing-to-evaluate",
                 "Nothing to evaluate: write an expression, a pipeline, a controller or an operator.");
  }
  List objects;
  std::vector<Value> written;
  for (const Value& document : documents) {
    if (documents.size() > 1 && is_object(document)) {
      if (!is_definition(document)) objects.push_back(document);
    } else {
      written.push_back(document);
    }
  }
  if (written.empty()) written.push_back(documents.front());
  events = read_events(Value::list(std::move(objects)), tree.version, context);
  for (Event& event : read_events(data, tree.version, context)) events.push_back(std::move(event));
  for (const Value& document : written) {
    warn_of_other_version(document, Written::document, tree.version.reference, context);
    Manifest next = read_manifest(document, kinds_of(events), tree, context);
    for (const Manifest& known : manifests) require_other_operator(next, known, document);
    manifests.push_back(std::move(next));
  }
}

// Several pipelines or controllers in one file would have no names.
void Evaluation::require_other_operator(const Manifest& next, const Manifest& known, const Value& document) const {
  const auto is_operator = [](const Manifest& each) { return each.form == Manifest::Form::operator_; };
  if (!is_operator(next) || !is_operator(known)) {
    context.fail(document.origin(), "several-documents",
                 "A file with several documents can hold operators and objects, but only one pipeline or controller.");
  }
  if (next.name == known.name) {
    context.fail(document.origin(), "several-documents", "There are two operators named " + quote(next.name) + ".");
  }
}

// The result of an operator, or a map of the operators' results by their names.
Value Evaluation::run() {
  if (manifests.size() == 1) return run_controllers(manifests.front(), events, evaluator);
  Map results;
  for (Manifest& manifest : manifests) results.set(manifest.name, run_controllers(manifest, events, evaluator));
  return Value::map(std::move(results));
}

Value Evaluation::evaluate() {
  // The operator `@setField` of 2026 changes what the expression sees, and not the workspace.
  Value own_data = data;
  Value own_local = local;
  const Subjects subjects{&own_data, local.is_undefined() ? nullptr : &own_local, &own_data, &own_local};
  Value result = expression != nullptr ? evaluator.evaluate(*expression, subjects) : run();
  require_finite(result, context);
  return result;
}

}  // namespace evalground::dcontroller
