// What check-docs has to say of an example, and the forms in which it is said.
#pragma once

#include <string>
#include <vector>

#include "cli/check_docs/block.hpp"
#include "value/map.hpp"

namespace evalground::cli {

enum class Verdict : std::uint8_t {
  same,     // what is shown is what comes, or nothing is shown and the evaluation works
  stale,    // what is shown is out of date
  updated,  // it was, and has been written anew
  failed,   // the evaluation fails, and nothing says that it should
  skipped   // it cannot be run here
};

struct Finding {
  std::string file;
  std::size_t line = 0, last_line = 0;  // of what is shown, else of the example
  Verdict verdict = Verdict::same;
  std::string message;  // why it failed or was skipped
  std::string difference;
  Map workspace;
  // Of a stale output: where it is and what would have to be there.
  Place place;
  std::string replacement;  // as written in the file
};

// For people: what is wrong, why what was skipped was, and a last line that counts.
std::string findings_text(const std::vector<Finding>& findings);
// SARIF 2.1.0: an error for each stale and failed example, with the replacement as a fix and the workspace among the
// properties.
std::string findings_sarif(const std::vector<Finding>& findings);
// JUnit's XML: a suite for each file, a test for each example.
std::string findings_junit(const std::vector<Finding>& findings);

}  // namespace evalground::cli
