// Explains an expression in words, without running it.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// A row for each part of the expression at the position, or of the workspace's expression, in reading order: {file,
// from, to, range, text, is, does, value?}.
Value explain(Question& question);

}  // namespace evalground
