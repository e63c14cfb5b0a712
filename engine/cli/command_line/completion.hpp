// Shell completion, generated from the tables of verbs and flags.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace evalground::cli {

// The script for the shell that the operand names. Throws UsageError for an unknown shell.
std::string completion_text(const Options& options);

}  // namespace evalground::cli
