// Quick fixes that are not part of a diagnostic: missing values in the workspace, a scalar that needs quotes, another
// flavor of the dialect.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// The fixes for the bytes [begin, end] of a file: {title, kind, code, edits}. A fix of the workspace has no edits but
// `changes`, [{path: "/vars/name", value: ""}].
List repairs(Question& question, std::uint32_t file, std::uint32_t begin, std::uint32_t end);

}  // namespace evalground
