#include "dialects/jinja2/repository.hpp"

#include "dialects/jinja2/ansible/project/hints.hpp"
#include "dialects/jinja2/ansible/project/operations.hpp"
#include "dialects/jinja2/run.hpp"

namespace evalground::jinja2 {
namespace {

// What the workspace's template gives among the current variables: {"text": …} or {"value": …}.
Value rendered(Run& run) {
  Outcome outcome;
  run.evaluate(outcome);
  run.interpreter.text_map = nullptr;
  if (outcome.text) return Value::map({{"text", Value::string(*outcome.text)}});
  return Value::map({{"value", outcome.value.value_or(Value::null())}});
}

// Whether `main` is a template: without one the first file is taken, which a repository begins with by chance.
bool names_template(const Context& context) {
  const Workspace& workspace = context.workspace;
  if (workspace.main.ends_with(".j2") || workspace.main.find("templates/") != std::string::npos) return true;
  return !workspace.files.empty() && workspace.files.entry(0).key.as_string() != workspace.main;
}

}  // namespace

void evaluate_repository(Context& context, Outcome& outcome) {
  auto owned = std::make_unique<Run>(context);
  Run& run = *owned;
  context.state = std::move(owned);
  ansible::Project& project = run.open_project();
  const std::string& operation = context.workspace.operation;
  if (operation == "inventory") {
    outcome.value = ansible::inventory_result(project);
    outcome.text = ansible::inventory_graph(project);
    return;
  }
  if (operation == "host") {
    outcome.value = ansible::host_result(project);
    return;
  }
  if (operation == "matrix") {
    if (!context.workspace.expression && !names_template(context)) {
      outcome.value = ansible::matrix_result(project);
      return;
    }
    outcome.value = ansible::rendered_result(project, [&] {
      run.folders = project.search_path();
      return rendered(run);
    });
    return;
  }
  run.view = project.view(project.asked_host());
  run.folders = project.search_path();
  const AnsibleVariables::Elsewhere elsewhere(project.variables, run.view->world);
  try {
    run.evaluate(outcome);
  } catch (Error& error) {
    ansible::explain_undefined(project, *run.view, error.diagnostic);
    throw;
  }
}

}  // namespace evalground::jinja2
