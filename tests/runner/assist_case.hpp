// Cases that ask language services: a workspace with a request and the position that `¦` marks in one of its texts
// (tests/cases/README.md).
#pragma once

#include <string>
#include <string_view>

namespace evalground::runner {

// Whether a case asks, and does not evaluate.
bool asks(std::string_view case_json);

// Its workspace as JSON, without the mark and what is no key of a workspace.
std::string asked_workspace(std::string_view case_json);

// Its request; `outcome_json` is the outcome of its workspace, or "" where the case does not say `run`.
std::string assist_request(std::string_view case_json, std::string_view outcome_json);

// Whether it wants its workspace to be evaluated first.
bool wants_run(std::string_view case_json);

// What differs between the case's `expect` and the answer; empty when nothing does.
std::string check_answer(std::string_view case_json, std::string_view answer_json);

}  // namespace evalground::runner
