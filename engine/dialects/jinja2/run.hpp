// One evaluation of a workspace's template, kept for the outline that is asked for afterwards.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dialects/jinja2/ansible/files.hpp"
#include "dialects/jinja2/ansible/plugins.hpp"
#include "dialects/jinja2/ansible/project/project.hpp"
#include "dialects/jinja2/execution/interpreter.hpp"
#include "dialects/jinja2/flavor.hpp"
#include "runtime/outcome.hpp"

namespace evalground::jinja2 {

class Run final : public SearchPath, public HasPlugins {
 public:
  explicit Run(Context& context);
  // Reads the workspace's template; with `problems`, all that is wrong with it goes there.
  Template& compile(std::vector<Diagnostic>* problems);
  void evaluate(Outcome& outcome);

  Context& context;
  const Flavor& flavor;
  const std::optional<Map> observed;     // the workspace's variables with their paths; nothing: nobody asks for them
  std::unique_ptr<Variables> variables;  // the workspace's as the flavor sees them
  Interpreter interpreter;
  Template* main = nullptr;  // once it was read
  // Of an evaluation within a repository: the repository, and what the host sees in whose context it is.
  std::unique_ptr<ansible::Project> project;
  std::unique_ptr<ansible::HostView> view;

  // Reads the repository that the workspace's files are. Throws Error.
  ansible::Project& open_project();

  Evaluator& evaluator() { return interpreter.evaluator; }

 private:
  SourceText source();
  // The workspace's template: in a prepared workspace the one that the last evaluation kept, if it can be used.
  Template& kept_or_compiled();
  // Keeps the template for the next evaluation.
  void keep();
  Value render();
  // A condition, or an expression that is no text; false for what is a template.
  bool evaluate_expression(Outcome& outcome);
};

// The run of an evaluation, or one whose template was only read: its problems are added to the context. Null when there
// is nothing to read.
Run* run_of(Context& context);

}  // namespace evalground::jinja2
