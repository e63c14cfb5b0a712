// Completion of command lines by shells, made of the tables of verbs and flags.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace evalground::cli {

// The program of the shell that is the operand. Throws UsageError for another.
std::string completion_text(const Options& options);

}  // namespace evalground::cli
