// What the control bodies say: the bundles to run, and the settings of the run.
#pragma once

#include <vector>

#include "base/scoped_value.hpp"
#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// A bundle of the sequence with the values of its arguments.
struct SequenceEntry {
  const Bundle* bundle;
  List arguments;
};

// The settings of `body common control` and `body agent control`.
struct Control {
  std::vector<const Rvalue*> sequence;  // names and calls of bundles; empty: main
  List abort_classes;
  List abort_bundle_classes;
  List added_classes;
  bool caches_functions = true;
  bool ignores_missing_bundles = false;
};

// A frame outside of all bundles while it lives: control bodies are evaluated there.
class ControlFrame {
 public:
  explicit ControlFrame(Evaluator& evaluator);

 private:
  Frame frame_;
  ScopedValue<Frame*> entered_;
};

// Reads the control bodies, once the variables of common bundles have their values.
Control control_of(Evaluator& evaluator);

// The bundles to run, in order. Aborts the run where one does not exist.
std::vector<SequenceEntry> sequence_of(Evaluator& evaluator, const Control& control);

// Sets `$(sys.domain)`, and a class of that name, by `domain` of `body common control`; false when there is none.
bool apply_domain(Evaluator& evaluator);

}  // namespace evalground::cfengine
