// `evalground bisect`: the commit of a git history that changed a value, or broke a document.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Prints it. Throws UsageError where there is no git, no history between the two, or no difference.
void bisect(const Options& options);

}  // namespace evalground::cli
