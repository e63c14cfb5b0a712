// One evaluation of a workspace's template, kept for the outline that is asked for afterwards.
#pragma once

#include <memory>
#include <string>

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/syntax/template.hpp"
#include "runtime/outcome.hpp"

namespace evalground::jinja2 {

class Run final : public DialectState {
 public:
  explicit Run(Context& context);
  // Reads the workspace's template; with `problems`, all that is wrong with it goes there.
  Template& compile(std::vector<Diagnostic>* problems);
  void evaluate(Outcome& outcome);

  Context& context;
  // The workspace's variables; in the ansible flavor they are templates themselves.
  std::unique_ptr<Variables> variables;
  Evaluator evaluator;
  Template* main = nullptr;  // once it was read

 private:
  // The text of the workspace's template, and where it stands.
  struct Source {
    std::string text;
    std::string name;
    Place place;
  };

  Run(Context& context, Options options);
  Source source();
  Value render();
  Value render_as_ansible();
};

// The run of an evaluation, or one whose template was only read: its problems are added to the context. Null when there
// is nothing to read.
Run* run_of(Context& context);

}  // namespace evalground::jinja2
