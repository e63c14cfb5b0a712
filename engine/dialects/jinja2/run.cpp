#include "dialects/jinja2/run.hpp"

#include <utility>

#include "base/crypto/vault.hpp"
#include "base/text/text.hpp"
#include "dialects/jinja2/ansible/environment.hpp"
#include "dialects/jinja2/ansible/vault_text.hpp"
#include "runtime/input_paths.hpp"
#include "runtime/kept.hpp"

namespace evalground::jinja2 {
namespace {

// Jinja's messages do not say where; people read them without the place, too.
void name_the_line(Diagnostic& diagnostic, const Context& context) {
  if (diagnostic.where == 0) return;
  const Origin& origin = context.sources.origin(diagnostic.where);
  const std::string& path = context.sources.path(origin.file);
  std::string place = "line " + std::to_string(context.sources.position(origin.file, origin.begin).line);
  if (path != expression_path) place = path + ", " + place;
  diagnostic.message += " (" + place + ")";
}

// The workspace's variables, each part with an origin that names its path, where the run asks for it.
std::optional<Map> variables_with_paths(Context& context) {
  if (!context.provenance.recording()) return std::nullopt;
  Map vars;
  for (const auto& [name, value] : context.workspace.vars) {
    vars.set(name, name.is_string() ? with_paths(context, value, name.as_string(), Via::variable) : value);
  }
  return vars;
}

// The workspace's options; within a repository its `ansible.cfg` may ask for native values.
Options options_of_run(Context& context, const Flavor& flavor) {
  Options options = read_options(context, flavor.options);
  const bool gives_values = options.convert_data || context.workspace.operation != "evaluate";
  if (gives_values && ansible::is_project(context.workspace) && !options.native && !options.behavior.gives_nodes &&
      ansible::has_native_config(context.workspace, context.budget)) {
    options.native = true;
  }
  return options;
}

// The flavor's functions, and those that the workspace brings.
FunctionSet functions_of_run(Context& context, const Flavor& flavor, std::unique_ptr<Plugins>& plugins) {
  FunctionSet functions = flavor.functions();
  if (flavor.has_plugins) plugins = Plugins::add(context, functions);
  return functions;
}

// The parsed template of a prepared workspace. It is used again only while its tree holds nothing of an evaluation
// (`has_notes`).
struct KeptTemplate final : Kept {
  explicit KeptTemplate(std::shared_ptr<Template> source_) : source(std::move(source_)) {}
  const std::shared_ptr<Template> source;
};

}  // namespace

Run::Run(Context& context_)
    : context(context_),
      flavor(flavor_of(context_)),
      observed(variables_with_paths(context_)),
      variables(flavor.variables(context_, observed ? *observed : context_.workspace.vars)),
      interpreter(context_, options_of_run(context_, flavor), *variables, functions_of_run(context_, flavor, plugins)) {
}

ansible::Project& Run::open_project() {
  auto& its_variables = dynamic_cast<AnsibleVariables&>(*variables);
  project =
      std::make_unique<ansible::Project>(evaluator(), its_variables, observed ? *observed : context.workspace.vars);
  return *project;
}

SourceText Run::source() {
  const std::optional<Value>& expression = context.workspace.expression;
  if (!expression) {
    const std::string& path = context.workspace.main;
    const std::optional<std::uint32_t> file = context.files.source(path);
    if (!file) context.fail(0, "template-not-found", "There is no template " + path + ".");
    const std::string_view text = context.sources.text(*file);
    if (project != nullptr && is_vault_text(text)) {
      // Its places are in a text of its own.
      const OriginId whole = context.sources.add({*file, 0, 0, Via::file, 0, false});
      const std::string plain = open_vault(context, text, "the file " + quote(path), whole);
      return {plain, path, {context.sources.add_file("<decrypted template>", plain), {}}};
    }
    return {std::string(text), path, {*file, {}}};
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
  // Each evaluation reports what the parser found, so a template with diagnostics is parsed again.
  if (keeper == nullptr || evaluator().has_noted_missing || !context.diagnostics.empty()) return;
  keeper->kept = std::make_unique<KeptTemplate>(evaluator().loader.templates().front());
}

Value Run::render() {
  if (flavor.render == nullptr) {
    main = &compile(nullptr);
    return interpreter.render(*main);
  }
  // A template that was read stays for the outline, even when it fails as it runs.
  struct KeepMain {
    Run& run;
    ~KeepMain() {
      const auto& templates = run.evaluator().loader.templates();
      if (!templates.empty() && templates.front()->unit != nullptr) run.main = templates.front().get();
    }
  } keep{*this};
  return flavor.render(evaluator(), source());
}

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
      if (rendered.second) outcome.value = Value::string(std::exchange(rendered.first, redaction)).with_sensitive();
      outcome.text = std::move(rendered.first);
      return;
    }
    Value result = render();
    if (!gives_text) {
      if (result.is_undefined()) evaluator().fail_undefined(result);
      outcome.value = std::move(result);
      return;
    }
    outcome.text = result.sensitive() ? std::string(redaction) : std::string(result.as_string());
    if (result.sensitive()) outcome.value = std::move(result);
  } catch (Error& error) {
    // A result that can be none is what the one tag of the template gave.
    const bool is_result = error.diagnostic.where == 0 && options.behavior.gives_nodes && main != nullptr;
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

}  // namespace evalground::jinja2
