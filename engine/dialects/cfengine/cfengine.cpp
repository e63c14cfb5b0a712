#include "dialects/cfengine/cfengine.hpp"

#include "base/text/text.hpp"
#include "dialects/cfengine/agent/loader.hpp"
#include "dialects/cfengine/agent/run_state.hpp"
#include "dialects/cfengine/catalogue.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "dialects/cfengine/description.hpp"
#include "dialects/cfengine/outline.hpp"
#include "dialects/cfengine/policy/checks.hpp"
#include "dialects/cfengine/policy/parser.hpp"
#include "dialects/cfengine/policy/tokens.hpp"

namespace evalground::cfengine {
namespace {

// The bundles to run with their arguments.
struct SequenceEntry {
  const Bundle* bundle;
  List arguments;
};

std::vector<SequenceEntry> sequence_of(Agent& agent, const Control& control) {
  Evaluator& evaluator = agent.evaluator;
  const Policy& policy = evaluator.policy;
  std::vector<SequenceEntry> sequence;
  const auto add = [&](std::string_view name, OriginId where, List arguments) {
    const Name parts = parse_name(name);
    const Bundle* bundle = policy.find_bundle(parts.space.empty() ? "default" : parts.space, parts.base);
    if (bundle == nullptr && name == "__main__") bundle = policy.find_bundle("default", "main");
    if (bundle == nullptr) evaluator.abort_run(where, "There is no bundle " + quote(name) + " to run.");
    sequence.push_back({bundle, std::move(arguments)});
  };
  // Names and calls of bundles, as text that may hold references, or a list: `@(bundles)`.
  if (control.sequence.empty()) add("main", 0, {});
  const ControlFrame frame(evaluator);
  for (const Rvalue* item : control.sequence) {
    if (item->kind == RvalueKind::call) {
      List arguments;
      for (const Rvalue* argument : item->items) arguments.push_back(evaluator.evaluate(*argument));
      add(item->text.source, item->where, std::move(arguments));
      continue;
    }
    const std::string text = evaluator.expand(item->text);
    const std::optional<Found> list =
        list_reference(text).empty() ? std::nullopt : evaluator.find(list_reference(text));
    if (!list || !list->value.is_list()) {
      add(text, item->where, {});
    } else {
      for (const Value& name : list->value.as_list()) add(name.as_string(), item->where, {});
    }
  }
  return sequence;
}

class Cfengine final : public Dialect {
 public:
  std::string_view name() const override { return "cfengine"; }
  const Description& description() const override { return cfengine::description; }
  const FunctionCatalogue& functions() const override { return cfengine::functions(); }

  void evaluate(Context& context, Outcome& outcome) const override {
    if (context.workspace.operation != "evaluate") {
      context.fail(0, "unavailable", "The operation `" + context.workspace.operation + "` does not exist in CFEngine.");
    }
    auto owned = std::make_unique<RunState>(cfengine::functions());
    RunState& state = *owned;
    context.state = std::move(owned);
    std::vector<Diagnostic> mistakes;
    load_policy(context, state.policy, mistakes);
    const Rvalue* expression = nullptr;
    if (context.workspace.expression) expression = parse_expression(context, state.policy, mistakes);
    if (!mistakes.empty()) {
      outcome.ok = false;
      context.diagnostics.insert(context.diagnostics.end(), mistakes.begin(), mistakes.end());
      return;
    }
    state.agent = std::make_unique<Agent>(context, state.policy);
    Agent& agent = *state.agent;
    try {
      run(agent, expression, outcome);
    } catch (const Error&) {
      agent.give(outcome);
      throw;
    }
    agent.give(outcome);
  }

  std::vector<OutlineNode> outline(Context& context) const override { return outline_of(context); }
  std::vector<Token> tokens(Context& context) const override { return tokens_of(context); }

 private:
  static const Rvalue* parse_expression(Context& context, Policy& policy, std::vector<Diagnostic>& mistakes) {
    const Value& expression = *context.workspace.expression;
    if (!expression.is_string()) context.fail(0, "wrong-type", "The expression must be text: one function call.");
    const std::uint32_t file = context.expression_source(std::string(expression.as_string()));
    const Rvalue* call = parse_call(context, file, policy, mistakes);
    if (call == nullptr) return nullptr;
    check_calls(context, policy, *call, mistakes);
    if (call->function != nullptr) {
      const std::string_view returns = call->function->signature.returns;
      if (returns != "context" && type_of(returns) == DataType::none) {
        context.fail(call->where, "wrong-type",
                     "A variable cannot hold what " + std::string(call->text.source) + " returns, " +
                         std::string(returns) + ".");
      }
    }
    return call;
  }

  static void run(Agent& agent, const Rvalue* expression, Outcome& outcome) {
    Evaluator& evaluator = agent.evaluator;
    agent.evaluate_beforehand();
    const Control control = control_of(evaluator);
    evaluator.caches_functions = control.caches_functions;
    agent.abort_classes = control.abort_classes;
    agent.abort_bundle_classes = control.abort_bundle_classes;
    for (const SequenceEntry& entry : sequence_of(agent, control)) {
      if (!agent.run_sequence_entry(*entry.bundle, entry.arguments)) break;
    }
    if (expression == nullptr) return;
    const Bundle* main = evaluator.policy.find_bundle("default", "main");
    if (main == nullptr)
      evaluator.abort_run(expression->where,
                          "There is no bundle \"main\" in whose context the expression is evaluated.");
    const Value value = agent.evaluate_expression(*main, *expression);
    if (value.is_undefined()) throw Error(as_error(evaluator.reason.diagnostic));
    outcome.value = stored(class_text(value).with_origin(value.origin()), evaluator.context.budget);
  }

  static Diagnostic as_error(Diagnostic diagnostic) {
    diagnostic.severity = Severity::error;
    return diagnostic;
  }
};

}  // namespace

const Dialect& dialect() {
  static const Cfengine cfengine;
  return cfengine;
}

}  // namespace evalground::cfengine
