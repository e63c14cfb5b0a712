// Runs case files and prints failures.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace evalground::cli {

// The operands are the files. Prints "FAIL <id>" with indented details for each failing case, and finally "N passed, N
// failed". Returns true when none failed.
bool run_cases(const Options& options, const std::string& run_options);

}  // namespace evalground::cli
