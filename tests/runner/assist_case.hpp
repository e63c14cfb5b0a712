// Cases for language services: a workspace with a request, and the position marked by `¦` in one of its texts
// (tests/cases/README.md).
#pragma once

#include <string>
#include <string_view>

namespace evalground::runner {

// True for a case with a request instead of an evaluation.
bool asks(std::string_view case_json);

// Its workspace as JSON, without the mark and the other keys of the case.
std::string asked_workspace(std::string_view case_json);

// Its request. `outcome_json` is the outcome of its workspace, or "" if the case does not set `run`.
std::string assist_request(std::string_view case_json, std::string_view outcome_json);

// True when its workspace must be evaluated first.
bool wants_run(std::string_view case_json);

// The differences between the case's `expect` and the answer; empty for a match.
std::string check_answer(std::string_view case_json, std::string_view answer_json);

}  // namespace evalground::runner
