// The workspace that a prompt is about.
#pragma once

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// What the flags and the operand describe: a file, a link, or a folder. A folder is opened by its `.evalground.yaml`;
// without one by its layout: an Ansible repository, a role of Ansible, or the first file in a known dialect. Throws
// what read_input() throws.
Map open_workspace(const Options& options);

// The options with the current folder as operand where they name neither a dialect nor a workspace. Throws UsageError
// where the folder cannot be opened.
Options with_current_folder(Options options);

}  // namespace evalground::cli
