// One evaluation of a workspace as a template or expression, in any flavor (see run.hpp).
//
// A Flavor is a set of functions with which Ansible changes single steps: how the header is read, how text is rendered,
// what a condition is. Plain Jinja leaves them null.
#include "dialects/jinja2/run.hpp"

#include <utility>

#include "base/text/text.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/description.hpp"
#include "dialects/jinja2/syntax/expression_text.hpp"
#include "runtime/input_paths.hpp"
#include "runtime/kept.hpp"

namespace evalground::jinja2 {
namespace {

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

constexpr std::string_view name_bytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// The parsed templates of a prepared workspace.
struct KeptTemplates final : Kept {
  std::shared_ptr<Template> main;  // null in a flavor, which keeps it with its other texts
  TemplateLoader::Loaded loaded;
  TemplateLoader::Texts texts;  // of a flavor
};

}  // namespace

void name_the_line(Diagnostic& diagnostic, const Context& context) {
  if (diagnostic.where == 0) return;
  const Origin& origin = context.sources.origin(diagnostic.where);
  const std::string& path = context.sources.path(origin.file);
  std::string place = "line " + std::to_string(context.sources.position(origin.file, origin.begin).line);
  if (path != expression_path) place = path + ", " + place;
  diagnostic.message += " (" + place + ")";
}

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
  if (is_bare_expression(context, evaluator().options)) return enclosed_expression();
  const std::string text(expression->as_string());
  const std::uint32_t file = context.expression_source(text);
  return {text, std::string(expression_path), {file, {}}};
}

// The expression in a tag of its own. An unmatched } is refused here, because it would end the tag, and what follows it
// would be printed as text.
SourceText Run::enclosed_expression() {
  const std::string text(context.workspace.expression->as_string());
  const std::uint32_t file = context.expression_source(text);
  if (const std::optional<std::size_t> brace = stray_brace(text)) {
    const auto begin = static_cast<std::uint32_t>(*brace);
    const OriginId where = context.sources.add({file, begin, begin + 1, Via::expression, 0, false});
    context.fail(where, "syntax", "unexpected '}'");
  }
  return enclosed({text, std::string(expression_path), {file, {}}}, evaluator().options.syntax);
}

Template& Run::compile(std::vector<Diagnostic>* problems) {
  SourceText read = source();
  Syntax syntax = evaluator().options.syntax;
  if (flavor.take_header != nullptr) flavor.take_header(evaluator(), read, syntax);
  return evaluator().loader.compile(std::move(read.text), std::move(read.name), std::move(read.place), syntax,
                                    problems);
}

// A prepared workspace is evaluated many times with other variables. What the last evaluation has parsed is reused
// where the source is unchanged.
void Run::take_kept() {
  auto* const keeper = dynamic_cast<KeepingHost*>(&context.host);
  if (keeper == nullptr || !may_keep()) return;
  const std::unique_ptr<Kept> kept = std::move(keeper->kept);
  auto* const before = static_cast<KeptTemplates*>(kept.get());
  if (flavor.render != nullptr) {
    evaluator().loader.keep_texts(before == nullptr ? TemplateLoader::Texts() : std::move(before->texts));
  }
  if (before == nullptr) return;
  evaluator().loader.reuse(std::move(before->loaded));
  before_ = std::move(before->main);
}

Template& Run::kept_or_compiled() {
  return before_ != nullptr && is_still(*before_) ? evaluator().loader.adopt(std::move(before_)) : compile(nullptr);
}

// A file is compared without a copy of its text.
bool Run::is_still(const Template& before) {
  if (context.workspace.expression) {
    const SourceText now = source();
    return before.is_of(now.name, now.text, now.place.file);
  }
  const std::string& path = context.workspace.main;
  const std::optional<std::uint32_t> file = context.files.source(path);
  return file && before.is_of(path, context.sources.text(*file), *file);
}

void Run::keep() {
  auto* const keeper = dynamic_cast<KeepingHost*>(&context.host);
  if (keeper == nullptr || !may_keep()) return;
  for (const Attribute* attribute : evaluator().with_missing) attribute->missing = 0;
  evaluator().with_missing.clear();
  TemplateLoader& loader = evaluator().loader;
  auto kept = std::make_unique<KeptTemplates>();
  if (flavor.render == nullptr && !loader.templates().empty()) kept->main = loader.templates().front();
  kept->loaded = loader.take_loaded();
  kept->texts = loader.take_texts();
  keeper->kept = std::move(kept);
}

// With a flavor the first template that it compiles is the main one.
Value Run::render() {
  if (flavor.render == nullptr) {
    main = &kept_or_compiled();
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

// The value of an expression without tags, by Jinja's own rules. A condition gives its truth.
Value Run::bare_value() {
  main = &kept_or_compiled();
  Value value = interpreter.render(*main);
  if (evaluator().options.reading != ExpressionReading::condition) {
    evaluator().require(value);
    return value;
  }
  bool truth = false;
  const bool is_secret = evaluator().shows_sensitive([&] { truth = evaluator().truth(value); });
  return Value::boolean(truth).with_sensitive(is_secret);
}

// Only plain Jinja comes here, because Ansible accepts conditions in `{{ }}`.
void Run::fail_condition_with_tags() {
  const std::string text(context.workspace.expression->is_string() ? context.workspace.expression->as_string() : "");
  const Syntax& syntax = evaluator().options.syntax;
  const auto size = static_cast<std::uint32_t>(text.size());
  const std::uint32_t file = context.expression_source(text);
  Error error("syntax", "A condition is an expression without tags, as in `{% if x > 1 %}`.",
              context.sources.add({file, 0, size, Via::expression, 0, false}));
  if (std::optional<std::string> content = content_of_tag(text, syntax)) {
    error.diagnostic.fixes.push_back({"Remove the tag", {{error.diagnostic.where, std::move(*content)}}});
  }
  throw error;
}

// Conditions, expressions without tags, and those that are no text, such as a list of templates. False if the
// expression is a template.
bool Run::evaluate_expression(Outcome& outcome) {
  if (!context.workspace.expression) return false;
  const Value& expression = *context.workspace.expression;
  if (evaluator().options.reading == ExpressionReading::condition && flavor.condition != nullptr) {
    outcome.value = flavor.condition(evaluator(), expression);
    return true;
  }
  if (flavor.render == nullptr && is_bare_expression(context, evaluator().options)) {
    outcome.value = bare_value();
    return true;
  }
  if (evaluator().options.reading == ExpressionReading::condition) fail_condition_with_tags();
  if (flavor.evaluate == nullptr || expression.is_string()) return false;
  outcome.value = flavor.evaluate(evaluator(), expression);
  return true;
}

// A template without tags is its own result. If it begins with a variable, an expression is meant.
void Run::hint_at_expression() {
  const std::optional<Value>& expression = context.workspace.expression;
  const Options& options = evaluator().options;
  if (!expression || !expression->is_string() || options.reading != ExpressionReading::text) return;
  const std::string text(expression->as_string());
  if (options.syntax.begins_template(text)) return;
  const std::string_view words = trim(text);
  const std::size_t end = std::min(words.size(), words.find_first_not_of(name_bytes));
  if (!context.workspace.vars.contains(words.substr(0, end))) return;
  const std::string_view rest = trim_start(words.substr(end));
  if (!rest.empty() && std::string_view(".[|=!<>+-*/%~").find(rest[0]) == std::string_view::npos) return;
  const std::uint32_t file = context.expression_source(text);
  const auto size = static_cast<std::uint32_t>(text.size());
  Diagnostic hint;
  hint.severity = Severity::hint;
  hint.code = "not-evaluated";
  hint.message =
      "This is a template without tags, so the result is this text. Set the option `as` to `expression` to "
      "evaluate it.";
  hint.where = context.sources.add({file, 0, size, Via::expression, 0, false});
  const OriginId option = context.origin_of_input(Via::input, "options.as");
  hint.fixes.push_back({"Evaluate it as an expression", {{option, "\"expression\""}}});
  context.report(std::move(hint));
}

// The result is text, or with native types a value. Any secret in the text hides it as a whole.
void Run::evaluate(Outcome& outcome) {
  const Options& options = evaluator().options;
  const bool gives_text = !options.native && !options.convert_data;
  if (gives_text && context.provenance.recording()) interpreter.text_map = &outcome.text_map;
  try {
    take_kept();
    if (evaluate_expression(outcome)) return keep();
    if (flavor.render == nullptr && gives_text) {
      hint_at_expression();
      main = &kept_or_compiled();
      std::pair<std::string, bool> rendered = interpreter.render_text(*main);
      keep();
      if (rendered.second) return hide_text(outcome, Value::string(rendered.first));
      outcome.text = std::move(rendered.first);
      return;
    }
    hint_at_expression();
    Value result = render();
    keep();
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
    if (error.diagnostic.where == 0 && options.reading == ExpressionReading::condition && expression &&
        expression->is_string()) {
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
  Options options = read_options(context, flavor.options);
  if (is_bare_expression(context, options)) {
    // The result is data, so iterators are read to their ends.
    options.native = true;
    options.behavior.unrolls_iterators = true;
    options.syntax.is_condition = options.reading == ExpressionReading::condition;
  }
  return std::make_unique<Run>(context, flavor, std::move(options), function_set());
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
