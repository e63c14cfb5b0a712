// `evalground snapshot`: what a matrix of workspaces gives, written down, and compared later.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Writes a file `NAME.snap.yaml` for each entry of the configuration (`.evalground.yaml`, or the operand), or with
// --check says what has changed since, and which line made it so. True when nothing has. Throws UsageError, DiskError.
bool snapshot(const Options& options);

}  // namespace evalground::cli
