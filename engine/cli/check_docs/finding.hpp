// The results of check-docs for an example, and their output formats.
#pragma once

#include <string>
#include <vector>

#include "cli/check_docs/block.hpp"
#include "value/map.hpp"

namespace evalground::cli {

enum class Verdict : std::uint8_t {
  same,     // the shown result is correct, or none is shown and the evaluation succeeds
  stale,    // the shown result is outdated
  updated,  // it was outdated and has been rewritten
  failed,   // the evaluation fails, and the document does not say so
  skipped,  // it cannot be run here
  known,    // it is wrong, and the baseline has it
  warning   // no example: a mark or an attribute is probably misspelt or misplaced
};

struct Finding {
  std::string file;
  std::size_t line = 0, last_line = 0;  // of the shown result, else of the example
  Verdict verdict = Verdict::same;
  std::string message;  // the warning; why it failed or was skipped, or why a stale output cannot be written anew
  std::string difference;
  Map workspace;
  // Of a stale output: what is there, what would have to be there, and the changes that write it; none where its block
  // cannot hold it.
  std::string shown;
  bool is_missing = false;  // no output is shown, and --insert writes it
  std::string expected;
  std::vector<Edit> edits;
};

// Text for people: what is wrong, why examples were skipped, and a last line with counts.
std::string findings_text(const std::vector<Finding>& findings);
// SARIF 2.1.0: an error for each outdated and failed example, with the replacement as a fix and the workspace as a
// property.
std::string findings_sarif(const std::vector<Finding>& findings);
// JUnit's XML: a suite for each file, a test for each example.
std::string findings_junit(const std::vector<Finding>& findings);

}  // namespace evalground::cli
