// Texts laid out anew: what they mean is compared before and after, and what would change it is refused.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// Of the file that the request names, or of the workspace's expression ("target": "expression"): {text}; the text
// itself where there is nothing to do. Throws Error "cannot-format" where the meaning cannot be kept.
Value format(Question& question);

}  // namespace evalground
