// The checker of cases for runners in JavaScript.

#include <emscripten/bind.h>

#include "runner/assist_case.hpp"
#include "runner/check.hpp"

namespace {

std::string check(const std::string& case_json, const std::string& outcome_json) {
  return evalground::runner::check(case_json, outcome_json);
}

bool asks(const std::string& case_json) {
  return evalground::runner::asks(case_json);
}

bool wants_run(const std::string& case_json) {
  return evalground::runner::wants_run(case_json);
}

std::string asked_workspace(const std::string& case_json) {
  return evalground::runner::asked_workspace(case_json);
}

std::string assist_request(const std::string& case_json, const std::string& outcome_json) {
  return evalground::runner::assist_request(case_json, outcome_json);
}

std::string check_answer(const std::string& case_json, const std::string& answer_json) {
  return evalground::runner::check_answer(case_json, answer_json);
}

}  // namespace

EMSCRIPTEN_BINDINGS(check) {
  emscripten::function("asks", &asks);
  emscripten::function("wantsRun", &wants_run);
  emscripten::function("askedWorkspace", &asked_workspace);
  emscripten::function("assistRequest", &assist_request);
  emscripten::function("checkAnswer", &check_answer);
  emscripten::function("check", &check);
}
