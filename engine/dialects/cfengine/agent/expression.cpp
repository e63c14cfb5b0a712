// The expression of a workspace, evaluated in the context of a bundle after the run.
#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/agent.hpp"
#include "dialects/cfengine/agent/iteration.hpp"

namespace evalground::cfengine {
namespace {

// The name in a text that is a single reference, `$(name)` or `@(name)`; otherwise empty.
std::string_view lone_name(std::string_view text) {
  if (const std::string_view list = list_reference(text); !list.empty()) return list;
  return is_reference(text) ? text.substr(2, text.size() - 3) : std::string_view();
}

// A report prints a reference without a value unchanged. An expression fails instead.
void fail_unresolved(Evaluator& evaluator, const Rvalue& text) {
  for (const Segment& segment : text.text.segments) {
    if (segment.reference == nullptr || segment.reference->name.has_references) continue;
    const std::string_view name = segment.reference->name.source;
    if (evaluator.find(name)) continue;
    std::vector<std::string_view> known;
    std::string elsewhere;
    for (const VariableScope& scope : evaluator.variables.scopes()) {
      const bool is_here = &scope == evaluator.frame->scope;
      for (const Variable& variable : scope.all()) {
        evaluator.context.budget.step();
        if (is_here) known.push_back(variable.name.as_string());
        if (!is_here && elsewhere.empty() && variable.name.as_string() == name) {
          elsewhere = scope.shown_name() + "." + std::string(name);
        }
      }
    }
    const std::string_view near =
        elsewhere.empty() ? nearest_name(name, known).value_or(std::string_view()) : std::string_view(elsewhere);
    evaluator.context.fail_name(text.where, "unknown-variable", "The variable " + quote(name) + " has no value here.",
                                name, near);
  }
}

}  // namespace

// Evaluates the workspace's expression after the run, as if it were the value of a `vars` promise or the condition of a
// promise. The last combination gives the result of a call, as the last assignment to a variable would.
Value Agent::evaluate_expression(const Bundle& bundle, const ParsedExpression& expression) {
  const Rvalue& value = *expression.value;
  Frame frame{&bundle, &evaluator.variables.scope(bundle.space, bundle.name), {}};
  if (const Value* classes = local_classes_.find(bundle.shown_name())) frame.classes = classes->as_map();
  const ScopedValue<Frame*> entered(evaluator.frame, &frame);
  pass_ = passes;
  const Attribute attribute{"", value.where, &value};
  const Promise promise{evaluator.policy.promise_count, 1,           bundle.file, "vars",          nullptr, 0, false,
                        Text{"expression", {}, false},  value.where, nullptr,     {&attribute, 1}, &bundle};
  const ScopedValue<const Promise*> evaluated(evaluator.promise, &promise);
  if (expression.is_class) return value_of_class(value);
  if (value.kind == RvalueKind::text) {
    if (const std::optional<Found> whole = evaluator.find(lone_name(value.text.source))) return whole->value;
    fail_unresolved(evaluator, value);
  }
  // A text is expanded for each item of the lists that it mentions, as a report is.
  List all;
  const bool has_value = for_each_combination(evaluator, promise, [&] {
    evaluator.context.budget.step();
    all.push_back(evaluator.evaluate(value));
  });
  if (!has_value)
    evaluator.set_reason(false, value.where, "A list that the expression mentions is empty, or has no such item.");
  if (all.empty()) return {};
  if (value.kind != RvalueKind::text || all.size() == 1) return all.back();
  return Value::list(std::move(all));
}

Value Agent::value_of_class(const Rvalue& expression) {
  const std::string_view name = expression.text.source;
  const Truth truth = evaluator.truth(expression);
  if (truth == Truth::unknown) return {};
  if (truth != Truth::no) return Value::boolean(true);
  const auto hint = [&](std::string message, std::string fix, std::string text) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::hint;
    diagnostic.code = "not-evaluated";
    diagnostic.message = std::move(message);
    diagnostic.where = expression.where;
    diagnostic.fixes.push_back({std::move(fix), {{expression.where, std::move(text)}}});
    evaluator.context.report(std::move(diagnostic));
  };
  if (evaluator.find(name)) {
    const std::string read = "$(" + std::string(name) + ")";
    hint(quote(name) + " is no defined class here. The variable of this name is written `" + read + "`.",
         "Read the variable", read);
  } else if (name.find_first_of("+-*/<=^%") != std::string_view::npos) {
    const std::string call = "eval(\"" + std::string(name) + "\", \"math\", \"infix\")";
    hint("This is a class expression, in which nothing is computed. Numbers are computed by `" + call + "`.",
         "Compute it", call);
  }
  return Value::boolean(false);
}

}  // namespace evalground::cfengine
