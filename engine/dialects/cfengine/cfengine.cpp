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
#include "value/json.hpp"

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
    auto owned = std::make_unique<RunState>(cfengine::functions(), cfengine::release_of(context.workspace.options));
    RunState& state = *owned;
    context.state = std::move(owned);
    std::vector<Diagnostic> mistakes;
    load_policy(context, state.policy, mistakes);
    ParsedExpression expression;
    if (context.workspace.expression) expression = read_expression(context, state.policy, mistakes);
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
  static ParsedExpression read_expression(Context& context, Policy& policy, std::vector<Diagnostic>& mistakes) {
    const Value& expression = *context.workspace.expression;
    if (!expression.is_string()) context.fail(0, "wrong-type", "The expression must be text.");
    const std::uint32_t file = context.expression_source(std::string(expression.as_string()));
    const ParsedExpression parsed = parse_expression(context, file, policy, mistakes);
    const Rvalue* call = parsed.value;
    if (call == nullptr || call->kind != RvalueKind::call) return parsed;
    check_calls(context, policy, *call, mistakes);
    if (call->function != nullptr) {
      const std::string_view returns = call->function->signature.returns;
      if (returns != "context" && type_of(returns) == DataType::none) {
        context.fail(call->where, "wrong-type",
                     "A variable cannot hold what " + std::string(call->text.source) + " returns, " +
                         std::string(returns) + ".");
      }
    }
    return parsed;
  }

  [[noreturn]] static void fail_bundle(Context& context, std::string_view wanted,
                                       const std::vector<std::string>& names) {
    Error error("bad-options", "The option `bundle` names " + quote(wanted) + ", which the policy does not have.",
                context.origin_of_input(Via::input, "options.bundle"));
    const std::vector<std::string_view> known(names.begin(), names.end());
    if (const auto nearest = nearest_name(wanted, known)) {
      error.diagnostic.message += " Did you mean " + quote(*nearest) + "?";
      error.diagnostic.fixes.push_back(
          {"Change to " + quote(*nearest),
           {{error.diagnostic.where, write_json(Value::string(*nearest), context.budget)}}});
    }
    throw error;
  }

  // The bundle in whose context the expression is evaluated: the one that an option names, main, or the first one that
  // can run.
  static const Bundle& bundle_of_expression(Evaluator& evaluator, OriginId where) {
    Context& context = evaluator.context;
    const std::string_view wanted = text_option(context.workspace.options, bundle_option);
    std::vector<std::string> names;
    const Bundle* first = nullptr;
    for (const Bundle& bundle : evaluator.policy.bundles) {
      context.budget.step();
      if (bundle.name.empty() || (bundle.type != "agent" && bundle.type != "common")) continue;
      names.push_back(bundle.shown_name());
      if (!wanted.empty() && names.back() == wanted) return bundle;
      if (first == nullptr && bundle.parameters.empty()) first = &bundle;
    }
    if (!wanted.empty()) fail_bundle(context, wanted, names);
    if (const Bundle* main = evaluator.policy.find_bundle("default", "main")) return *main;
    if (first == nullptr)
      evaluator.abort_run(where, "The policy has no bundle in which the expression could be evaluated.");
    return *first;
  }

  // Without main and a `bundlesequence` the policy is a library, of which only the bundle of the expression runs.
  static std::vector<SequenceEntry> sequence_for(Evaluator& evaluator, const Control& control, const Bundle* bundle) {
    const bool is_library = control.sequence.empty() && evaluator.policy.find_bundle("default", "main") == nullptr;
    if (bundle == nullptr || !is_library) return sequence_of(evaluator, control);
    if (!bundle->parameters.empty()) return {};
    return {{bundle, {}}};
  }

  // The phases of a run. The expression is evaluated last, when all variables have their final values.
  static void run(Agent& agent, const ParsedExpression& expression, Outcome& outcome) {
    Evaluator& evaluator = agent.evaluator;
    const OriginId where = expression.value == nullptr ? 0 : expression.value->where;
    const Bundle* bundle = expression.value == nullptr ? nullptr : &bundle_of_expression(evaluator, where);
    agent.evaluate_beforehand();
    const Control control = control_of(evaluator);
    const std::vector<SequenceEntry> sequence = sequence_for(evaluator, control, bundle);
    agent.set_control(control);
    for (const SequenceEntry& entry : sequence) {
      if (!agent.run_sequence_entry(*entry.bundle, entry.arguments)) break;
    }
    if (bundle == nullptr) return;
    const Value value = agent.evaluate_expression(*bundle, expression);
    if (value.is_undefined()) throw Error(as_error(evaluator.reason.diagnostic));
    if (expression.is_class) {
      outcome.value = value;
      return;
    }
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
