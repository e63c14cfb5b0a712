#include "dialects/yaql/yaql.hpp"

#include "dialects/yaql/catalogue.hpp"
#include "dialects/yaql/data.hpp"
#include "dialects/yaql/description.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/syntax/tokens.hpp"

namespace evalground::yaql {
namespace {

Settings settings_of(const Workspace& workspace) {
  Settings settings;
  settings.iterators = workspace.iterators;
  if (workspace.quota && *workspace.quota > 0) settings.quota = workspace.quota;
  settings.has_delegates = flag_option(workspace.options, delegates_option);
  settings.has_iterable_dicts = flag_option(workspace.options, iterable_dicts_option);
  settings.converts_sets = flag_option(workspace.options, convert_sets_to_lists_option);
  settings.is_legacy = flag_option(workspace.options, legacy_option);
  return settings;
}

// The text of the workspace's expression and where it stands; nothing when there is none.
std::optional<std::pair<std::string, Place>> expression_of(Context& context) {
  const Workspace& workspace = context.workspace;
  Place place;
  if (workspace.expression) {
    if (!workspace.expression->is_string()) {
      context.fail(0, "wrong-expression",
                   "A YAQL expression is text, not a " + std::string(kind_name(workspace.expression->kind())) + ".");
    }
    std::string text(workspace.expression->as_string());
    place.file = context.expression_source(text);
    return std::pair(std::move(text), place);
  }
  const auto file = workspace.main.empty() ? std::nullopt : context.files.source(workspace.main);
  if (!file) return std::nullopt;
  place.file = *file;
  return std::pair(std::string(context.sources.text(*file)), place);
}

// The state of an evaluation that the outline needs.
struct Evaluation final : DialectState {
  Evaluation(Context& context, const Settings& settings) : evaluator(context, library(settings.is_legacy), settings) {}

  Evaluator evaluator;
  Value data = Value::null();
  Map vars;
};

// Gives the data and variables their paths where they are to be observed.
void take_inputs(Context& context, Evaluation& evaluation) {
  const Workspace& workspace = context.workspace;
  const bool is_observed = context.options.outline || context.options.provenance;
  const auto take = [&](const Value& value, const std::string& root) {
    return is_observed ? with_paths(context, value, root) : value;
  };
  if (!workspace.data.is_undefined()) evaluation.data = take(workspace.data, "$");
  for (const auto& [name, value] : workspace.vars) {
    if (name.is_string()) evaluation.vars.set(name, take(value, "$" + std::string(name.as_string())));
  }
}

class Yaql final : public Dialect {
 public:
  std::string_view name() const override { return "yaql"; }
  const Description& description() const override { return yaql::description; }
  const FunctionCatalogue& functions() const override { return yaql::functions(); }

  void evaluate(Context& context, Outcome& outcome) const override {
    if (context.workspace.operation != "evaluate") {
      context.fail(0, "unavailable", "YAQL has no operation \"" + context.workspace.operation + "\".");
    }
    auto expression = expression_of(context);
    if (!expression) context.fail(0, "no-expression", "There is no expression to evaluate.");
    auto owned = std::make_unique<Evaluation>(context, settings_of(context.workspace));
    Evaluation& evaluation = *owned;
    context.state = std::move(owned);
    take_inputs(context, evaluation);
    Evaluator& evaluator = evaluation.evaluator;
    const Node& root = evaluator.read(expression->first, std::move(expression->second));
    context.here = evaluator.origin_of(root);
    const Ref<Scope> scope = make_ref<Scope>();
    scope->set(1, evaluation.data);
    for (const auto& [name, value] : evaluation.vars) {
      scope->set_named(evaluator.names.intern(name.as_string()), value);
    }
    outcome.value = evaluator.result(root, scope);
  }

  std::vector<OutlineNode> outline(Context& context) const override {
    const auto* evaluated = dynamic_cast<Evaluation*>(context.state.get());
    std::optional<Evaluation> unevaluated;
    if (evaluated == nullptr) {
      unevaluated.emplace(context, settings_of(context.workspace));
      take_inputs(context, *unevaluated);
    }
    const Evaluation& evaluation = evaluated == nullptr ? *unevaluated : *evaluated;
    const Evaluator* evaluator = evaluated == nullptr ? nullptr : &evaluated->evaluator;
    std::vector<OutlineNode> nodes;
    nodes.push_back(data_tree(context, evaluator, evaluation.data, "$"));
    for (const auto& [name, value] : evaluation.vars) {
      OutlineNode node = data_tree(context, evaluator, value, "$" + std::string(name.as_string()));
      node.kind = "variable";
      node.selectable = false;
      nodes.push_back(std::move(node));
    }
    return nodes;
  }

  std::vector<Token> tokens(Context& context) const override {
    std::vector<Token> tokens;
    recover(
        [&] {
          if (const auto expression = expression_of(context))
            write_tokens(expression->first, expression->second, tokens);
          return true;
        },
        [](const Error&) { return false; });
    return tokens;
  }
};

}  // namespace

const Dialect& dialect() {
  static const Yaql yaql;
  return yaql;
}

}  // namespace evalground::yaql
