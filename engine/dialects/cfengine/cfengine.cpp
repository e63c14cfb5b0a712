// The dialect: loads the policy, checks it, runs it, and writes the outcome.
//
// Mistakes of the policy end the run before anything is evaluated, as in the reference. An error during the run still
// gives what was printed and defined until then. The agent stays in `context.state` for the outline.
#include "dialects/cfengine/cfengine.hpp"

#include "base/text/text.hpp"
#include "dialects/cfengine/agent/loader.hpp"
#include "dialects/cfengine/agent/run_state.hpp"
#include "dialects/cfengine/catalogue.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "dialects/cfengine/description.hpp"
#include "dialects/cfengine/language.hpp"
#include "dialects/cfengine/outline.hpp"
#include "dialects/cfengine/policy/checks.hpp"
#include "dialects/cfengine/policy/parser.hpp"
#include "dialects/cfengine/policy/tokens.hpp"

namespace evalground::cfengine {
namespace {

class Cfengine final : public Dialect {
 public:
  std::string_view name() const override { return "cfengine"; }
  const Description& description() const override { return cfengine::description; }
  const FunctionCatalogue& functions() const override { return cfengine::functions(); }
  const Language& language() const override { return cfengine::language(); }

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
  // The expression is checked before the run, so a mistake in it is reported at once. Its function must return what a
  // variable can hold.
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

  // The phases of a run. The expression is evaluated last, in bundle main, when all variables have their final values.
  static void run(Agent& agent, const Rvalue* expression, Outcome& outcome) {
    Evaluator& evaluator = agent.evaluator;
    agent.evaluate_beforehand();
    const Control control = control_of(evaluator);
    const std::vector<SequenceEntry> sequence = sequence_of(evaluator, control);
    agent.set_control(control);
    for (const SequenceEntry& entry : sequence) {
      if (!agent.run_sequence_entry(*entry.bundle, entry.arguments)) break;
    }
    if (expression == nullptr) return;
    const Bundle* main = evaluator.policy.find_bundle("default", "main");
    if (main == nullptr)
      evaluator.abort_run(expression->where,
                          "Choose the bundle in which to evaluate the expression: no bundle is called \"main\".");
    const Value value = agent.evaluate_expression(*main, *expression);
    if (value.is_undefined()) throw Error(as_error(evaluator.reason.diagnostic));
    outcome.value = stored(class_text(value).with_origin(value.origin()), evaluator.context.budget);
  }

  // A failed call is only a warning within a policy, but the expression has no other result.
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
