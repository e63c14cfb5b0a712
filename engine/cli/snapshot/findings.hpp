// What `snapshot --check` has found, in the forms in which it is said.
#pragma once

#include <string>
#include <vector>

#include "cli/differences.hpp"
#include "cli/options.hpp"

namespace evalground::cli {

struct SourceLine {
  std::string file;  // empty: not known
  std::size_t line = 0;
};

struct Change {
  Difference difference;
  SourceLine cause;
};

struct SnapshotResult {
  std::string name;
  std::string label;
  std::string file;  // of the snapshot
  std::vector<Change> changes;
  std::string link;    // to the current workspace, from "#" on; empty: none
  std::string before;  // the same as it was at --since
};

// As text, JUnit's XML, SARIF 2.1.0 or Markdown; `site` is put before links.
std::string snapshot_report(const std::vector<SnapshotResult>& results, Format format, const std::string& site);

}  // namespace evalground::cli
