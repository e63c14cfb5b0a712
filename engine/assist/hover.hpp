// Describes what is at a position.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// {contents: Markdown, range, value?, type?, runs?, entry?}; null when nothing is known.
Value hover(Question& question);

// The call around a position: {signatures: [{label, documentation, parameters: [{label}]}], activeSignature,
// activeParameter}; null when absent.
Value signature(Question& question);

}  // namespace evalground
