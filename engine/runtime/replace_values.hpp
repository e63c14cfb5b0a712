// The values of a prepared workspace, which change from one evaluation to the next.
#pragma once

#include <string>
#include <vector>

#include "runtime/workspace.hpp"
#include "source/diagnostic.hpp"

namespace evalground {

// While it lives, a workspace has other values: those of the keys that `json` names, a map of "expression", "data",
// "local", "vars", "inputs", "attributes", "env", "secrets", "classes" or "resource" to what they are now. What is
// wrong with it is told as by read_workspace(), and any other key is an error.
class ReplacedValues {
 public:
  // The workspace must outlive it.
  ReplacedValues(Workspace& workspace, const Value& json, std::vector<Diagnostic>& diagnostics);
  ~ReplacedValues() { swap(); }
  ReplacedValues(const ReplacedValues&) = delete;
  ReplacedValues& operator=(const ReplacedValues&) = delete;

 private:
  // Between the workspace and `other_`, which holds its own values meanwhile.
  void swap();

  Workspace& workspace_;
  Workspace other_;
  std::vector<std::string> keys_;
};

}  // namespace evalground
