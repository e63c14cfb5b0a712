// The dialect: takes the expression of the workspace, or else its main file, and evaluates it on the data.
#include "dialects/yaql/yaql.hpp"

#include "base/text/text.hpp"
#include "dialects/yaql/catalogue.hpp"
#include "dialects/yaql/data.hpp"
#include "dialects/yaql/description.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/host_functions.hpp"
#include "dialects/yaql/language.hpp"
#include "dialects/yaql/syntax/tokens.hpp"
#include "runtime/input_paths.hpp"

namespace evalground::yaql {
namespace {

// A quota of 0 means no quota. Results of a workflow's functions are a sure sign of one, as its delimiters are. Heat,
// which has its own defaults, does not use this function.
Settings settings_of(const Workspace& workspace) {
  Settings settings;
  settings.iterators = workspace.iterators;
  if (workspace.quota && *workspace.quota > 0) settings.quota = workspace.quota;
  settings.has_delegates = flag_option(workspace.options, delegates_option);
  settings.has_iterable_dicts = flag_option(workspace.options, iterable_dicts_option);
  settings.converts_sets = flag_option(workspace.options, convert_sets_to_lists_option);
  settings.is_legacy = flag_option(workspace.options, legacy_option);
  settings.is_data_null = workspace.data.is_undefined() || workspace.data.is_null();
  settings.host_values = &workspace.inputs;
  settings.is_workflow = workspace.inputs.contains(host_functions_input);
  return settings;
}

struct WrittenExpression {
  std::string text;
  Place place;
  OriginId before = 0;  // the delimiters around it; 0 when absent
  OriginId behind = 0;
};

// Mistral and StackStorm write an expression between `<%` and `%>`, which YAQL itself does not know. Delimiters around
// the whole text are removed.
void take_delimiters(Sources& sources, WrittenExpression& expression) {
  const std::string_view text = expression.text;
  const std::string_view inner = trim(text);
  if (inner.size() < 4 || !inner.starts_with("<%") || !inner.ends_with("%>")) return;
  if (inner.find("%>") != inner.size() - 2) return;
  const auto begin = static_cast<std::uint32_t>(inner.data() - text.data());
  const auto end = begin + static_cast<std::uint32_t>(inner.size());
  const std::uint32_t file = expression.place.file;
  expression.before = sources.add({file, begin, begin + 2, Via::expression, 0, false});
  expression.behind = sources.add({file, end - 2, end, Via::expression, 0, false});
  expression.place.begin = begin + 2;
  expression.text = std::string(inner.substr(2, inner.size() - 4));
}

void hint_at_delimiters(Context& context, const WrittenExpression& expression) {
  if (expression.before == 0) return;
  Diagnostic hint;
  hint.severity = Severity::hint;
  hint.code = "delimiters";
  hint.message = "`<%` and `%>` enclose an expression within a workflow; here it is evaluated without them.";
  hint.where = expression.before;
  hint.fixes.push_back({"Remove the delimiters", {{expression.before, ""}, {expression.behind, ""}}});
  context.diagnostics.push_back(std::move(hint));
}

// "Hello <% $.name %>" is a template, not an expression. It may contain several expressions, so none can be chosen for
// the user.
void explain_delimiters(Context& context, const WrittenExpression& expression, Diagnostic& diagnostic) {
  const std::string_view text = expression.text;
  const std::size_t begin = text.find("<%");
  const std::size_t end = text.find("%>", begin == std::string_view::npos ? begin : begin + 2);
  if (end == std::string_view::npos) return;
  diagnostic.notes.push_back({"YAQL's own words: " + diagnostic.message, diagnostic.where});
  diagnostic.message =
      "This is a text with expressions between `<%` and `%>`; one expression is evaluated, without what is around it.";
  const std::uint32_t file = expression.place.file;
  const auto origin = [&](std::size_t from, std::size_t to) {
    return context.sources.add(
        {file, expression.place.offset(from), expression.place.offset(to), Via::expression, 0, false});
  };
  diagnostic.where = origin(begin, end + 2);
  const std::string inner(trim(text.substr(begin + 2, end - begin - 2)));
  diagnostic.fixes.push_back({"Evaluate only " + quote(inner), {{origin(0, text.size()), inner}}});
}

// The workspace's expression and its place; absent when the workspace has none.
std::optional<WrittenExpression> expression_of(Context& context) {
  const Workspace& workspace = context.workspace;
  WrittenExpression written;
  Place& place = written.place;
  if (workspace.expression) {
    if (!workspace.expression->is_string()) {
      context.fail(0, "wrong-expression",
                   "A YAQL expression is text, not " + with_article(kind_name(workspace.expression->kind())) + ".");
    }
    std::string text(workspace.expression->as_string());
    place.file = context.expression_source(text);
    written.text = std::move(text);
    take_delimiters(context.sources, written);
    return written;
  }
  const auto file = workspace.main.empty() ? std::nullopt : context.files.source(workspace.main);
  if (!file) return std::nullopt;
  place.file = *file;
  written.text = context.sources.text(*file);
  take_delimiters(context.sources, written);
  return written;
}

// The state that the outline needs after an evaluation.
// The nodes, the values and the notes on reached data all belong to the evaluator, so it lives as long as the outline
// needs it.
struct Evaluation final : DialectState {
  Evaluation(Context& context, const Settings& settings)
      : evaluator(context,
                  library(settings.is_legacy     ? Flavor::legacy
                          : settings.is_workflow ? Flavor::workflow
                                                 : Flavor::standard),
                  settings) {}

  Evaluator evaluator;
  Value data = Value::null();
  Map vars;
};

// Gives the data and variables their paths, if the run is observed.
// Without observation the data is used unchanged, because giving each part an origin copies it.
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

// A syntax error may come from delimiters of a workflow, which YAQL does not know.
const Node& read(Context& context, Evaluator& evaluator, const WrittenExpression& expression) {
  try {
    return evaluator.read(expression.text, expression.place);
  } catch (Error& error) {
    hint_at_delimiters(context, expression);
    explain_delimiters(context, expression, error.diagnostic);
    throw;
  }
}

class Yaql final : public Dialect {
 public:
  std::string_view name() const override { return "yaql"; }
  const Description& description() const override { return yaql::description; }
  const FunctionCatalogue& functions() const override { return yaql::functions(); }
  const Language& language() const override { return yaql::language(); }

  // The evaluator stays in `context.state`: the outline shows which parts of the data the expression has reached.
  void evaluate(Context& context, Outcome& outcome) const override {
    if (context.workspace.operation != "evaluate") {
      context.fail(0, "unavailable", "YAQL has no operation \"" + context.workspace.operation + "\".");
    }
    auto expression = expression_of(context);
    if (!expression) context.fail(0, "no-expression", "The workspace has no expression to evaluate.");
    Settings settings = settings_of(context.workspace);
    settings.is_workflow = settings.is_workflow || expression->before != 0;
    auto owned = std::make_unique<Evaluation>(context, settings);
    Evaluation& evaluation = *owned;
    context.state = std::move(owned);
    take_inputs(context, evaluation);
    Evaluator& evaluator = evaluation.evaluator;
    const Node& root = read(context, evaluator, *expression);
    // Without its delimiters the expression would lose the functions of its engine.
    if (!evaluator.uses_workflow()) hint_at_delimiters(context, *expression);
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

  // An expression that cannot be read has no tokens; the evaluation reports why.
  std::vector<Token> tokens(Context& context) const override {
    std::vector<Token> tokens;
    recover(
        [&] {
          if (const auto expression = expression_of(context)) write_tokens(expression->text, expression->place, tokens);
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
