// Known failures: a file that lets a project begin with check-docs before everything is right.
//
//   # Known failures of evalground check-docs. --update-baseline writes this file.
//   0f5c2a91b3d84e67 docs/lists.md:12
//
// A failure is known by a hash of its document, its example and the output that is shown. It may therefore move within
// the document, but a changed example must be right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/check_docs/finding.hpp"

namespace evalground::cli {

std::string baseline_of(const std::vector<Finding>& findings);

// Makes the failures that the baseline has known ones. Returns the lines of the baseline that no failure has any more,
// from documents that were checked.
std::vector<std::string> apply_baseline(std::string_view baseline, std::vector<Finding>& findings);

}  // namespace evalground::cli
