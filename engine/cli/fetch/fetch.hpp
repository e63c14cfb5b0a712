// Fetches URLs by running `curl`.
#pragma once

#include <string>

#include "cli/process.hpp"

namespace evalground::cli {

// The content of an http or https URL: at most 16 MiB, within 30 seconds and the deadline, with at most 5 redirections
// to such URLs. Unless `allows_private`, none of them may lead to this machine or its network. Behind a proxy, a name
// that is unknown here is for the proxy to refuse. Throws ProcessError with the reason.
std::string fetch(const std::string& url, const Deadline& deadline, bool allows_private);

}  // namespace evalground::cli
