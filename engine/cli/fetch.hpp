// Fetches URLs by running `curl`.
#pragma once

#include <string>

#include "cli/process.hpp"

namespace evalground::cli {

// The content of an http or https URL: 16 MiB at most, within 30 seconds and the deadline, over at most 5 redirections to
// such URLs. Throws ProcessError, whose message says why there is none.
std::string fetch(const std::string& url, const Deadline& deadline);

}  // namespace evalground::cli
