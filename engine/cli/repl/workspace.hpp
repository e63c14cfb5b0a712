// The workspace of a prompt.
#pragma once

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The workspace that the flags and the operand describe: a file, a link, or a folder. A folder is opened by its
// `.evalground.yaml`, or else by its layout: an Ansible repository, an Ansible role, or the first file in a known
// dialect. Throws the errors of read_input().
Map open_workspace(const Options& options);

// The options with the current folder as operand, if they name neither a dialect nor a workspace. Throws UsageError if
// the folder cannot be opened.
Options with_current_folder(Options options);

}  // namespace evalground::cli
