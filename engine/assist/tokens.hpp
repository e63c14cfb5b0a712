// Syntax colors of a file, in the encoding of the Language Server Protocol.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// {types: […], modifiers: ["declaration"], data: [line, character, length, type, modifiers, …]}. Each line and
// character is relative to the token before. A token that spans lines is split into one per line. Returned as JSON,
// because a long document has hundreds of thousands of these numbers.
std::string semantic_tokens(Question& question);

}  // namespace evalground
