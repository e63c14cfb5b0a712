// Hints on documents, in addition to their problems, and quick fixes at a place.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// Hints for a whole workspace: unused names, tabs that indent YAML, duplicate keys, text that looks like an expression
// of another language.
std::vector<Diagnostic> hints(Question& question);

// The quick fixes of problems that overlap the range `at` … `to`. Problems come from a check, the hints, and the last
// run: [{title, kind: "quickfix", code, edits: [{file, …, newText}]}].
Value code_actions(Question& question);

}  // namespace evalground
