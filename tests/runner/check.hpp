// Decides whether an outcome meets what a case expects: the one checker of the native runner, Node and the browser.
#pragma once

#include <string>
#include <string_view>

namespace evalground::runner {

// Compares the outcome of a case's workspace with the case's `expect` (both JSON; tests/cases/README.md). The result is
// empty when it is met, else what was expected and what came, for people, in lines.
std::string check(std::string_view case_json, std::string_view outcome_json);

}  // namespace evalground::runner
