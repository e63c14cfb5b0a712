// A policy with all the files that it includes, checked.
#pragma once

#include <string>
#include <vector>

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// What `body common control` and `body agent control` say.
struct Control {
  std::vector<const Rvalue*> sequence;  // names and calls of bundles; empty: main
  List abort_classes;
  List abort_bundle_classes;
  bool caches_functions = true;
};

// Parses and checks the workspace's policy and what its `inputs` name. What is wrong is added to `diagnostics`; the
// policy holds what could be read.
void load_policy(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics);

// What the control bodies say; to be read when the variables of common bundles have their values.
Control control_of(Evaluator& evaluator);

}  // namespace evalground::cfengine
