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
  bool ends_for_added = false;  // `abortbundleclasses` stand before `addclasses`, and so count for these
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

// Applies what `body common control` says for the time before the run too: `cache_system_functions`, and `domain`,
// which sets `$(sys.domain)` and a class of that name. True when it says of a domain.
bool apply_early_settings(Evaluator& evaluator);

}  // namespace evalground::cfengine
