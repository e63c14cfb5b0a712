#include "dialects/jinja2/run.hpp"

namespace evalground::jinja2 {
namespace {

// Jinja's messages end in no full stop and do not say where: people read them without the place, too.
void name_the_line(Diagnostic& diagnostic, const Context& context) {
  if (diagnostic.where == 0) return;
  const Origin& origin = context.sources.origin(diagnostic.where);
  const std::string& path = context.sources.path(origin.file);
  std::string place = "line " + std::to_string(context.sources.position(origin.file, origin.begin).line);
  if (path != expression_path) place = path + ", " + place;
  std::string& message = diagnostic.message;
  if (message.ends_with('.')) message.pop_back();
  message += " (" + place + ").";
}

}  // namespace

Run::Run(Context& context_) : Run(context_, read_options(context_)) {}

Run::Run(Context& context_, Options options)
    : context(context_),
      variables(context_.workspace.vars),
      evaluator(context_, options, variables, function_sources(options.flavor)) {}

Template& Run::compile(std::vector<Diagnostic>* problems) {
  const std::optional<Value>& expression = context.workspace.expression;
  if (!expression) {
    const std::string& path = context.workspace.main;
    const std::optional<std::uint32_t> file = context.files.source(path);
    if (!file) context.fail(0, "template-not-found", "There is no template " + path + ".");
    return evaluator.compile(std::string(context.sources.text(*file)), path, {*file, {}}, evaluator.options.syntax,
                             problems);
  }
  if (!expression->is_string()) {
    context.fail(0, "bad-template", "The template must be text, not a " + std::string(kind_name(expression->kind())) + ".");
  }
  const std::string text(expression->as_string());
  const std::uint32_t file = context.expression_source(text);
  return evaluator.compile(text, std::string(expression_path), {file, {}}, evaluator.options.syntax, problems);
}

void Run::evaluate(Outcome& outcome) {
  try {
    main = &compile(nullptr);
    Value result = evaluator.render(*main);
    if (evaluator.options.native) {
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
