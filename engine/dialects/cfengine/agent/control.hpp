// Reads the control bodies: the bundles to run, and the settings of the run.
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
  std::vector<const Rvalue*> sequence;  // names and calls of bundles; empty means main
  List abort_classes;
  List abort_bundle_classes;
  List added_classes;
  bool ends_for_added = false;  // `abortbundleclasses` comes before `addclasses`, and so applies to them
  bool ignores_missing_bundles = false;
};

// Evaluates control bodies in a frame outside of all bundles during its lifetime.
class ControlFrame {
 public:
  explicit ControlFrame(Evaluator& evaluator);

 private:
  Frame frame_;
  ScopedValue<Frame*> entered_;
};

// Reads the control bodies. The variables of common bundles must have their values.
Control control_of(Evaluator& evaluator);

// The bundles to run, in order. Aborts the run if a bundle does not exist.
std::vector<SequenceEntry> sequence_of(Evaluator& evaluator, const Control& control);

// Sets the attributes of the control bodies in the policy's files [begin, end) as variables, `control_common.version`.
void set_control_variables(Evaluator& evaluator, std::size_t begin, std::size_t end);

// Applies the settings of `body common control` that also hold before the run: `cache_system_functions`, and `domain`,
// which sets `$(sys.domain)` and a class of that name. Returns true when it sets a domain.
bool apply_early_settings(Evaluator& evaluator);

}  // namespace evalground::cfengine
