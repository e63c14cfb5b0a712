// The checker of cases for runners in JavaScript.

#include <emscripten/bind.h>

#include "runner/check.hpp"

namespace {

std::string check(const std::string& case_json, const std::string& outcome_json) {
  return evalground::runner::check(case_json, outcome_json);
}

}  // namespace

EMSCRIPTEN_BINDINGS(check) {
  emscripten::function("check", &check);
}
