// The values of a prepared workspace, which change from one evaluation to the next.
#pragma once

#include <string>
#include <vector>

#include "runtime/workspace.hpp"
#include "source/diagnostic.hpp"

namespace evalground {

// Gives a workspace other values during its lifetime. `json` maps keys to their new values: "expression", "data",
// "local", "vars", "inputs", "attributes", "env", "secrets", "classes" or "resource". Errors are reported as in
// read_workspace(), and any other key is an error.
class ReplacedValues {
 public:
  // The workspace must outlive this object.
  ReplacedValues(Workspace& workspace, const Value& json, std::vector<Diagnostic>& diagnostics);
  ~ReplacedValues() { swap(); }
  ReplacedValues(const ReplacedValues&) = delete;
  ReplacedValues& operator=(const ReplacedValues&) = delete;

 private:
  // Swaps with `other_`, which holds the workspace's own values in the meantime.
  void swap();

  Workspace& workspace_;
  Workspace other_;
  std::vector<std::string> keys_;
};

}  // namespace evalground
