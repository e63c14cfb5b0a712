// Runs case files and prints what fails.
#pragma once

#include <string>
#include <vector>

namespace evalground::cli {

// Prints "FAIL <id>" with indented details for each failing case, and last "N passed, N failed". True when none failed.
bool run_cases(const std::vector<std::string>& paths, const std::string& run_options);

}  // namespace evalground::cli
