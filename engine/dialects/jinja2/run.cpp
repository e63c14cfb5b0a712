#include "dialects/jinja2/run.hpp"

#include <utility>

#include "dialects/jinja2/ansible/environment.hpp"

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

std::unique_ptr<Variables> variables_of(const Context& context, Flavor flavor) {
  if (flavor == Flavor::ansible) return std::make_unique<AnsibleVariables>(context.workspace.vars);
  return std::make_unique<MapVariables>(context.workspace.vars);
}

}  // namespace

Run::Run(Context& context_) : Run(context_, read_options(context_)) {}

Run::Run(Context& context_, Options options)
    : context(context_),
      variables(variables_of(context_, options.flavor)),
      evaluator(context_, options, *variables, function_sources(options.flavor)) {}

Run::Source Run::source() {
  const std::optional<Value>& expression = context.workspace.expression;
  if (!expression) {
    const std::string& path = context.workspace.main;
    const std::optional<std::uint32_t> file = context.files.source(path);
    if (!file) context.fail(0, "template-not-found", "There is no template " + path + ".");
    return {std::string(context.sources.text(*file)), path, {*file, {}}};
  }
  if (!expression->is_string()) {
    context.fail(0, "bad-template",
                 "The template must be text, not a " + std::string(kind_name(expression->kind())) + ".");
  }
  const std::string text(expression->as_string());
  const std::uint32_t file = context.expression_source(text);
  return {text, std::string(expression_path), {file, {}}};
}

Template& Run::compile(std::vector<Diagnostic>* problems) {
  Source read = source();
  Syntax syntax = evaluator.options.syntax;
  if (evaluator.options.flavor == Flavor::ansible) take_header(evaluator, read.text, read.place, syntax);
  return evaluator.compile(std::move(read.text), std::move(read.name), std::move(read.place), syntax, problems);
}

Value Run::render_as_ansible() {
  const Options& options = evaluator.options;
  Source read = source();
  try {
    Value result = options.native || options.convert_data
                       ? convert_ansible(evaluator, read.text, read.name, read.place, options.syntax)
                       : render_ansible(evaluator, read.text, read.name, read.place, options.syntax);
    if (!evaluator.templates().empty()) main = evaluator.templates().front().get();
    return result;
  } catch (...) {
    // What was read stays for the outline, though it failed when it ran.
    if (!evaluator.templates().empty() && evaluator.templates().front()->unit != nullptr) {
      main = evaluator.templates().front().get();
    }
    throw;
  }
}

Value Run::render() {
  if (evaluator.options.flavor == Flavor::ansible) return render_as_ansible();
  main = &compile(nullptr);
  return evaluator.render(*main);
}

void Run::evaluate(Outcome& outcome) {
  const Options& options = evaluator.options;
  try {
    if (options.flavor == Flavor::jinja2 && !options.native && !options.convert_data) {
      main = &compile(nullptr);
      std::pair<std::string, bool> rendered = evaluator.render_text(*main);
      if (rendered.second) outcome.value = Value::string(std::exchange(rendered.first, redaction)).with_sensitive();
      outcome.text = std::move(rendered.first);
      return;
    }
    Value result = render();
    if (options.native || options.convert_data) {
      if (result.is_undefined()) evaluator.fail_undefined(result);
      outcome.value = std::move(result);
      return;
    }
    outcome.text = result.sensitive() ? std::string(redaction) : std::string(result.as_string());
    if (result.sensitive()) outcome.value = std::move(result);
  } catch (Error& error) {
    name_the_line(error.diagnostic, context);
    throw;
  }
}

}  // namespace evalground::jinja2
