// One evaluation of a workspace as a template or expression, in any flavor (see run.hpp).
//
// A Flavor is a set of functions with which Ansible changes single steps: how the header is read, how text is rendered,
// what a condition is. Plain Jinja leaves them null.
#include "dialects/jinja2/run.hpp"

#include <utility>

#include "base/text/text.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/description.hpp"
#include "runtime/input_paths.hpp"
#include "runtime/kept.hpp"

namespace evalground::jinja2 {
namespace {

// Adds the line to the message. Jinja's messages have no position, and people also see them without the editor's mark.
void name_the_line(Diagnostic& diagnostic, const Context& context) {
  if (diagnostic.where == 0) return;
  const Origin& origin = context.sources.origin(diagnostic.where);
  const std::string& path = context.sources.path(origin.file);
  std::string place = "line " + std::to_string(context.sources.position(origin.file, origin.begin).line);
  if (path != expression_path) place = path + ", " + place;
  diagnostic.message += " (" + place + ")";
}

// The workspace's variables. If the run needs it, each part gets an origin that names its path.
std::optional<Map> variables_with_paths(Context& context) {
  if (!context.provenance.recording()) return std::nullopt;
  Map vars;
  for (const auto& [name, value] : context.workspace.vars) {
    vars.set(name, name.is_string() ? with_paths(context, value, name.as_string(), Via::variable) : value);
  }
  return vars;
}

// Hides a text that contains something sensitive. The map of what printed which part is dropped as well, because it
// would reveal lengths.
void hide_text(Outcome& outcome, Value text) {
  outcome.text = redaction;
  outcome.text_map = {};
  outcome.value = std::move(text).with_sensitive();
}

// The parsed template of a prepared workspace. It is reused only if its tree holds no notes of an evaluation
// (`has_notes`).
struct KeptTemplate final : Kept {
  explicit KeptTemplate(std::shared_ptr<Template> source_) : source(std::move(source_)) {}
  const std::shared_ptr<Template> source;
};

}  // namespace

Run::Run(Context& context_, const Flavor& flavor_, Options options, FunctionSet functions)
    : context(context_),
      flavor(flavor_),
      observed(variables_with_paths(context_)),
      variables(flavor.variables(context_, observed ? *observed : context_.workspace.vars)),
      interpreter(context_, std::move(options), *variables, std::move(functions)) {}

SourceText Run::opened(const std::string& path, std::uint32_t file) {
  return {std::string(context.sources.text(file)), path, {file, {}}};
}

SourceText Run::source() {
  const std::optional<Value>& expression = context.workspace.expression;
  if (!expression) {
    const std::string& path = context.workspace.main;
    const std::optional<std::uint32_t> file = context.files.source(path);
    if (!file) context.fail(0, "template-not-found", "The template " + path + " does not exist.");
    return opened(path, *file);
  }
  if (!expression->is_string()) {
    context.fail(0, "bad-template",
                 "The template must be text, not " + with_article(kind_name(expression->kind())) + ".");
  }
  const std::string text(expression->as_string());
  const std::uint32_t file = context.expression_source(text);
  return {text, std::string(expression_path), {file, {}}};
}

Template& Run::compile(std::vector<Diagnostic>* problems) {
  SourceText read = source();
  Syntax syntax = evaluator().options.syntax;
  if (flavor.take_header != nullptr) flavor.take_header(evaluator(), read, syntax);
  return evaluator().loader.compile(std::move(read.text), std::move(read.name), std::move(read.place), syntax,
                                    problems);
}

// A prepared workspace is evaluated many times with other variables. Then the tree of the previous run is reused if the
// source is unchanged.
Template& Run::kept_or_compiled() {
  auto* const keeper = dynamic_cast<KeepingHost*>(&context.host);
  const std::unique_ptr<Kept> kept = keeper == nullptr ? nullptr : std::move(keeper->kept);
  if (kept == nullptr) return compile(nullptr);
  const std::shared_ptr<Template>& before = static_cast<const KeptTemplate&>(*kept).source;
  const SourceText now = source();
  const bool is_same = before->place.file == now.place.file && before->text == now.text && before->name == now.name;
  return is_same && !before->has_notes ? evaluator().loader.adopt(before) : compile(nullptr);
}

void Run::keep() {
  auto* const keeper = dynamic_cast<KeepingHost*>(&context.host);
  // Each evaluation reports the parser's messages, so a template with messages is parsed again.
  if (keeper == nullptr || evaluator().has_noted_missing || !context.diagnostics.empty()) return;
  keeper->kept = std::make_unique<KeptTemplate>(evaluator().loader.templates().front());
}

// With a flavor the first template that it compiles is the main one.
Value Run::render() {
  if (flavor.render == nullptr) {
    main = &compile(nullptr);
    return interpreter.render(*main);
  }
  // Keeps the parsed template for the outline, even if rendering fails.
  struct KeepMain {
    Run& run;
    ~KeepMain() {
      const auto& templates = run.evaluator().loader.templates();
      if (!templates.empty() && templates.front()->unit != nullptr) run.main = templates.front().get();
    }
  } keep{*this};
  return flavor.render(evaluator(), source());
}

// Conditions, and expressions that are no text, such as a list of templates. False if the expression is a template.
bool Run::evaluate_expression(Outcome& outcome) {
  if (!context.workspace.expression) return false;
  const Value& expression = *context.workspace.expression;
  if (evaluator().options.is_condition && flavor.condition != nullptr) {
    outcome.value = flavor.condition(evaluator(), expression);
    return true;
  }
  if (flavor.evaluate == nullptr || expression.is_string()) return false;
  outcome.value = flavor.evaluate(evaluator(), expression);
  return true;
}

// The result is text, or with native types a value. Any secret in the text hides it as a whole.
void Run::evaluate(Outcome& outcome) {
  const Options& options = evaluator().options;
  const bool gives_text = !options.native && !options.convert_data;
  if (gives_text && context.provenance.recording()) interpreter.text_map = &outcome.text_map;
  try {
    if (evaluate_expression(outcome)) return;
    if (flavor.render == nullptr && gives_text) {
      main = &kept_or_compiled();
      std::pair<std::string, bool> rendered = interpreter.render_text(*main);
      keep();
      if (rendered.second) return hide_text(outcome, Value::string(rendered.first));
      outcome.text = std::move(rendered.first);
      return;
    }
    Value result = render();
    if (!gives_text) {
      if (result.is_undefined()) evaluator().fail_undefined(result);
      outcome.value = std::move(result);
      return;
    }
    if (result.sensitive()) return hide_text(outcome, std::move(result));
    outcome.text = std::string(result.as_string());
  } catch (Error& error) {
    // With nodes or native types, an error without a place comes from the only tag of the template.
    const bool gives_pieces = options.behavior.gives_nodes || options.native;
    const bool is_result = error.diagnostic.where == 0 && gives_pieces && main != nullptr;
    if (is_result && main->body.size() == 1) error.diagnostic.where = main->origin(*main->body[0], context);
    const std::optional<Value>& expression = context.workspace.expression;
    if (error.diagnostic.where == 0 && options.is_condition && expression && expression->is_string()) {
      const auto size = static_cast<std::uint32_t>(expression->text_size());
      const std::uint32_t file = context.expression_source(std::string(expression->as_string()));
      error.diagnostic.where = context.sources.add({file, 0, size, Via::expression, 0, false});
    }
    name_the_line(error.diagnostic, context);
    throw;
  }
}

std::unique_ptr<Run> plain_run(Context& context) {
  const Value* given = context.workspace.options.find(flavor_option.name);
  if (given != nullptr) text_of(flavor_option, *given);  // throws if the flavor is unknown
  const Flavor& flavor = plain();
  return std::make_unique<Run>(context, flavor, read_options(context, flavor.options), function_set());
}

// The run of this context. Editors ask for outlines and colours without an evaluation, so it is made on demand.
Run* run_of(Context& context, MakeRun make) {
  if (auto* run = dynamic_cast<Run*>(context.state.get())) return run;
  return recover(
      [&] {
        auto owned = make(context);
        Run* run = owned.get();
        context.state = std::move(owned);
        std::vector<Diagnostic> problems;
        run->main = &run->compile(&problems);
        for (Diagnostic& problem : problems) context.diagnostics.push_back(std::move(problem));
        return run;
      },
      [&](const Error& error) {
        context.report(error.diagnostic);
        return static_cast<Run*>(nullptr);
      });
}

}  // namespace evalground::jinja2
