// Remarks on texts beside their problems, and what can be repaired at a place.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// Hints of a whole workspace: what is never used, tabs that indent YAML, keys that come twice, text that looks like an
// expression of another language.
std::vector<Diagnostic> hints(Question& question);

// The repairs of problems that touch the range `at` … `to`: of a check, of the hints, and of the last run's
// diagnostics: [{title, kind: "quickfix", code, edits: [{file, …, newText}]}].
Value code_actions(Question& question);

}  // namespace evalground
