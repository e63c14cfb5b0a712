// The changes in an edited document, which `restore` writes back.
#pragma once

#include <string>

#include "runtime/host.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The workspace with `operation: restore` and the changes from its expansion to the edited one in that file. If it
// cannot be expanded, the operation is `expand`, so that evaluating it reports why. Throws UsageError and DiskError.
Map with_changes(Map workspace, const std::string& edited, const std::string& run_options, Host& host);

}  // namespace evalground::cli
