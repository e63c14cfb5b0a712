// Quick fixes that no diagnostic brings along: what is missing in the workspace, a scalar that needs quotes, another
// flavor of the dialect.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// What touches the bytes [begin, end] of a file: {title, kind, code, edits}, or with no edits and `changes` of the
// workspace, [{path: "/vars/name", value: ""}].
List repairs(Question& question, std::uint32_t file, std::uint32_t begin, std::uint32_t end);

}  // namespace evalground
