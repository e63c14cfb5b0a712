// A policy with all the files that it includes, checked.
#pragma once

#include <string>
#include <vector>

#include "base/scoped_value.hpp"
#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// The settings of `body common control` and `body agent control`.
struct Control {
  std::vector<const Rvalue*> sequence;  // names and calls of bundles; empty: main
  List abort_classes;
  List abort_bundle_classes;
  bool caches_functions = true;
};

// A frame outside of all bundles while it lives: control bodies are evaluated there.
class ControlFrame {
 public:
  explicit ControlFrame(Evaluator& evaluator);

 private:
  Frame frame_;
  ScopedValue<Frame*> entered_;
};

// Parses and checks the workspace's policy and what its `inputs` name. What is wrong is added to `diagnostics`; the
// policy holds what could be read.
void load_policy(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics);

// Reads the control bodies, once the variables of common bundles have their values.
Control control_of(Evaluator& evaluator);

}  // namespace evalground::cfengine
