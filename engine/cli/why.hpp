// `evalground why`: tells which condition made a value missing, false or null, and what would turn it.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Prints the answer. False when nothing was found that decided it. Throws UsageError.
bool tell_why(const Options& options);

}  // namespace evalground::cli
