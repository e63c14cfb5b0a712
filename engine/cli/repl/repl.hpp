// `evalground repl`: a prompt that evaluates one line after the other within a workspace. Where standard input is no
// terminal, it evaluates the lines that it holds and shows no prompt.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// True when every line was evaluated without a failure. At a terminal it is always true. Throws what read_input()
// throws, and DiskError where a result cannot be written.
bool run_repl(const Options& options);

}  // namespace evalground::cli
