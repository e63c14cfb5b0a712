// Fetches URLs by running `curl`.
#pragma once

#include <string>

#include "cli/process.hpp"

namespace evalground::cli {

// The content of an http or https URL: 16 MiB at most, within 30 seconds and the deadline, over at most 5 redirections
// to such URLs. Unless `allows_private`, none of these may lead to this machine or its network; behind a proxy, a name
// that is unknown here is the proxy's to refuse. Throws ProcessError, whose message says why there is no content.
std::string fetch(const std::string& url, const Deadline& deadline, bool allows_private);

}  // namespace evalground::cli
