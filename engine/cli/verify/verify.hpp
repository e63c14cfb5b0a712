// `evalground verify`: the same workspace in the installed original, compared value by value.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Prints for each file, or each workspace that chance gives (--random), whether both agree, and where not, a text for
// an issue with a link. True when all agree; what cannot be asked is said and counts as no disagreement. Throws
// UsageError.
bool verify(const Options& options);

}  // namespace evalground::cli
