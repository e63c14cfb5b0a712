// Lines that a run had no use for: branches not taken, promises skipped, expressions never evaluated, names that nobody
// reads.
#pragma once

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"

namespace evalground {

// After an evaluation with a trace: {file: [[first line, last line], …]} of each file that it has read, lines from 1.
// Where it cannot be told whether a line was used, it was.
Value coverage(Context& context, const Dialect& dialect, const Language& language);

}  // namespace evalground
