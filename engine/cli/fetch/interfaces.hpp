// The addresses that this machine has: a service that listens on any of them may serve nobody else.
#pragma once

#include <string>
#include <vector>

namespace evalground::cli {

// Those of all network interfaces, IPv4 and IPv6 as text. Throws ProcessError where the system does not tell them.
std::vector<std::string> interface_addresses();

}  // namespace evalground::cli
