#include "dialects/ansible/repository.hpp"

#include "dialects/ansible/project/graph_outline.hpp"
#include "dialects/ansible/project/hints.hpp"
#include "dialects/ansible/project/operations.hpp"
#include "dialects/ansible/project/outline.hpp"
#include "dialects/ansible/run.hpp"

namespace evalground::ansible {
namespace {

// The result of the workspace's template with the current variables: {"text": …} or {"value": …}.
Value rendered(Run& run) {
  Outcome outcome;
  run.evaluate(outcome);
  run.interpreter.text_map = nullptr;
  if (outcome.text) return Value::map({{"text", Value::string(*outcome.text)}});
  return Value::map({{"value", outcome.value.value_or(Value::null())}});
}

// Whether `main` names a template. If it is not set, it is the first file, which is arbitrary in a repository.
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
  Project& project = run.open_project();
  const std::string& operation = context.workspace.operation;
  if (operation == "inventory") {
    outcome.value = inventory_result(project);
    outcome.text = inventory_graph(project);
    return;
  }
  if (operation == "host") {
    outcome.value = host_result(project);
    return;
  }
  if (operation == "matrix") {
    if (!context.workspace.expression && !names_template(context)) {
      outcome.value = matrix_result(project);
      return;
    }
    outcome.value = rendered_result(project, [&] {
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
    explain_undefined(project, *run.view, error.diagnostic);
    throw;
  }
}

namespace {

// The outline that `write` makes of the project, which is opened where the evaluation did not come so far.
std::vector<OutlineNode> outline_by(Context& context, std::vector<OutlineNode> (*write)(Project&)) {
  return recover(
      [&] {
        auto* run = dynamic_cast<Run*>(context.state.get());
        if (run == nullptr) {
          auto owned = std::make_unique<Run>(context);
          run = owned.get();
          context.state = std::move(owned);
        }
        if (run->project == nullptr) run->open_project();
        return write(*run->project);
      },
      [](const Error&) { return std::vector<OutlineNode>(); });
}

}  // namespace

std::vector<OutlineNode> repository_outline(Context& context) {
  return outline_by(context, outline_of);
}

std::vector<OutlineNode> repository_graph_outline(Context& context) {
  return outline_by(context, graph_outline_of);
}

}  // namespace evalground::ansible
