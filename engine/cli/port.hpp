// `port`: what files of Ansible need for another version of it.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Looks at each file, and at those below each folder that are templates or YAML; prints what is found, and with `fix`
// makes the mechanical changes first. True when nothing is left. Throws UsageError and DiskError.
bool port_files(const Options& options);

}  // namespace evalground::cli
