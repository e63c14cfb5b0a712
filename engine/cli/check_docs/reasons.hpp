// Why an example that nobody marked proves nothing when it fails or differs: something that it needs is not here.
#pragma once

#include <string>

#include "cli/check_docs/example.hpp"

namespace evalground::cli {

// Empty: nothing excuses the result.
std::string reason_to_skip(const Example& example, const Map& outcome);

}  // namespace evalground::cli
