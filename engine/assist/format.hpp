// Formats texts. The meaning before and after is compared, and a format that would change it is refused.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// Formats the file that the request names, or the workspace's expression ("target": "expression"): {text}. The text is
// unchanged if it is already formatted. Throws Error "cannot-format" if the meaning would change.
Value format(Question& question);

}  // namespace evalground
