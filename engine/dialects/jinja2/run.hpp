// One evaluation of a workspace's template. It is kept for the outline.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dialects/jinja2/execution/interpreter.hpp"
#include "dialects/jinja2/flavor.hpp"
#include "runtime/outcome.hpp"

namespace evalground::jinja2 {

class Run : public DialectState {
 public:
  // A dialect that extends this one provides a flavor, options and functions.
  Run(Context& context, const Flavor& flavor, Options options, FunctionSet functions);
  // Parses the workspace's template. With `problems`, all errors are added there.
  Template& compile(std::vector<Diagnostic>* problems);
  void evaluate(Outcome& outcome);

  Context& context;
  const Flavor& flavor;
  const std::optional<Map> observed;     // the workspace's variables with their paths; absent unless they are requested
  std::unique_ptr<Variables> variables;  // the workspace's variables in this flavor
  Interpreter interpreter;
  Template* main = nullptr;  // null before it is read

  Evaluator& evaluator() { return interpreter.evaluator; }

 protected:
  // Whether parsed templates can be used by a later run.
  virtual bool may_keep() const { return true; }
  // The text of the workspace's template, from a file.
  virtual SourceText opened(const std::string& path, std::uint32_t file);

 private:
  SourceText source();
  // The text of an expression that has no tags, with the tag that it needs.
  SourceText enclosed_expression();
  // Takes what the last evaluation of a prepared workspace has parsed.
  void take_kept();
  // The workspace's template: the one kept from the last evaluation if it can be reused, otherwise a new one.
  Template& kept_or_compiled();
  // Whether the workspace's template is still this one.
  bool is_still(const Template& before);
  // Keeps the parsed templates for the next evaluation.
  void keep();
  Value render();
  // Evaluates a condition, or an expression that is not text or has no tags. False if the expression is a template.
  bool evaluate_expression(Outcome& outcome);
  Value bare_value();
  [[noreturn]] void fail_condition_with_tags();
  void hint_at_expression();

  std::shared_ptr<Template> before_;  // the template of the last evaluation
};

// Adds the line to the message. Jinja's messages have no position, and people also see them without the editor's mark.
void name_the_line(Diagnostic& diagnostic, const Context& context);

// A run of plain Jinja. Throws Error "bad-options".
std::unique_ptr<Run> plain_run(Context& context);
using MakeRun = std::unique_ptr<Run> (*)(Context& context);
// The run of the last evaluation. Without one `make` makes a run whose template is only parsed, and its errors are
// added to the context. Null when there is no template.
Run* run_of(Context& context, MakeRun make);

}  // namespace evalground::jinja2
