// Finds lines that a run did not use: branches not taken, promises skipped, expressions never evaluated, names never
// read.
#pragma once

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"

namespace evalground {

// After an evaluation with a trace: {file: [[first line, last line], …]} for each file that was read, lines from 1. A
// line counts as used when this is uncertain.
Value coverage(Context& context, const Dialect& dialect, const Language& language);

}  // namespace evalground
