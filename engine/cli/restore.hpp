// The changes that an edited document stands for, which `restore` writes back.
#pragma once

#include <string>

#include "runtime/host.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The workspace with `operation: restore` and the changes between its expansion and the edited one in the file of that
// path. Where it cannot be expanded, that is left as its operation, so that evaluating it says why. Throws UsageError
// and DiskError.
Map with_changes(Map workspace, const std::string& edited, const std::string& run_options, Host& host);

}  // namespace evalground::cli
