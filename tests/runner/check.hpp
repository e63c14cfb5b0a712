// Decides whether an outcome meets the expectation of a case. The native runner, Node and the browser all use this
// checker.
#pragma once

#include <string>
#include <string_view>

namespace evalground::runner {

// Compares the outcome of a case's workspace with the case's `expect` (both JSON; tests/cases/README.md). Returns an
// empty text when they match, else lines with the expected and the actual values.
std::string check(std::string_view case_json, std::string_view outcome_json);

}  // namespace evalground::runner
