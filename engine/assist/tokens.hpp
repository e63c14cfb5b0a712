// Colours of a file, as the Language Server Protocol encodes them.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// {types: […], modifiers: ["declaration"], data: [line, character, length, type, modifiers, …]}, each line and
// character counted from the token before. A token that spans lines is one for each line.
Value semantic_tokens(Question& question);

}  // namespace evalground
