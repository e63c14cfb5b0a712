// The verb `serve`: the playground on a folder of this machine.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Serves until the process is ended. Throws UsageError, DiskError and ListenError.
void serve_folder(const Options& options);

}  // namespace evalground::cli
