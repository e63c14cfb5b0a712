// Runs case files and prints what fails.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace evalground::cli {

// The operands are the files. Prints "FAIL <id>" with indented details for each failing case, and last "N passed, N failed". True when none failed.
bool run_cases(const Options& options, const std::string& run_options);

}  // namespace evalground::cli
