// Quick fixes that are not part of a diagnostic: missing values in the workspace, a scalar that needs quotes, another
// flavor of the dialect.
#pragma once

#include <vector>

#include "assist/question.hpp"
#include "runtime/outline.hpp"

namespace evalground {

// The fixes for the bytes [begin, end] of a file: {title, kind, code, edits}. A fix of the workspace has no edits but
// `changes`, [{path: "/vars/name", value: ""}], with an empty value of the type that the outline gives a parameter.
List repairs(Question& question, const std::vector<OutlineNode>& outline, std::uint32_t file, std::uint32_t begin,
             std::uint32_t end);

}  // namespace evalground
