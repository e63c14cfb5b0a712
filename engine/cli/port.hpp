// `port`: what Ansible files need for another version of Ansible.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Checks each file, and templates and YAML files below each folder. Prints the findings. With `fix`, makes the
// mechanical changes first. Returns true when nothing is left. Throws UsageError and DiskError.
bool port_files(const Options& options);

}  // namespace evalground::cli
