// One evaluation of a workspace's template, kept for the outline that is asked for afterwards.
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
  // A dialect that is built on this one gives a flavor, options and functions of its own.
  Run(Context& context, const Flavor& flavor, Options options, FunctionSet functions);
  // Reads the workspace's template; with `problems`, all that is wrong with it goes there.
  Template& compile(std::vector<Diagnostic>* problems);
  void evaluate(Outcome& outcome);

  Context& context;
  const Flavor& flavor;
  const std::optional<Map> observed;     // the workspace's variables with their paths; nothing: nobody asks for them
  std::unique_ptr<Variables> variables;  // the workspace's as the flavor sees them
  Interpreter interpreter;
  Template* main = nullptr;  // once it was read

  Evaluator& evaluator() { return interpreter.evaluator; }

 protected:
  // The text of the workspace's template, a file.
  virtual SourceText opened(const std::string& path, std::uint32_t file);

 private:
  SourceText source();
  // The workspace's template: in a prepared workspace the one that the last evaluation kept, if it can be used.
  Template& kept_or_compiled();
  // Keeps the template for the next evaluation.
  void keep();
  Value render();
  // A condition, or an expression that is not text; false for what is a template.
  bool evaluate_expression(Outcome& outcome);
};

// A run of Jinja's own. Throws Error "bad-options".
std::unique_ptr<Run> plain_run(Context& context);
using MakeRun = std::unique_ptr<Run> (*)(Context& context);
// The run of an evaluation, or one that `make` makes and whose template was only read: its problems are added to the
// context. Null when there is nothing to read.
Run* run_of(Context& context, MakeRun make);

}  // namespace evalground::jinja2
