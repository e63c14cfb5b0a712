// `evalground repl`: a prompt that evaluates line by line within a workspace. If standard input is not a terminal, it
// evaluates the lines of the input without a prompt.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Returns true when every line was evaluated without failure. At a terminal, always returns true. Throws the errors of
// read_input(), and DiskError if a result cannot be written.
bool run_repl(const Options& options);

}  // namespace evalground::cli
