// Colours of a file, as the Language Server Protocol encodes them.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// {types: […], modifiers: ["declaration"], data: [line, character, length, type, modifiers, …]}, each line and
// character counted from the token before, as JSON: a long document has hundreds of thousands of these numbers. A token
// that spans lines is one for each line.
std::string semantic_tokens(Question& question);

}  // namespace evalground
