// The machine that a URL leads to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evalground::cli {

// The parts of an http or https URL that decide which machine is contacted.
struct Origin {
  std::string host;  // a name or a number, as written; IPv6 without brackets
  std::string port;  // digits
  bool is_number = false;
};

// Throws ProcessError for an ambiguous URL, which programs may parse differently: its host has characters that hosts do
// not have.
Origin origin_of(std::string_view url);

// True when an IPv4 or IPv6 address belongs to this machine, to its network, or to no single machine, by IANA's
// registries of special-purpose addresses. Also true for invalid addresses.
bool is_private_address(const std::string& address);

// Whether an address is one of these, however it is written and mapped.
bool is_one_of(const std::string& address, const std::vector<std::string>& addresses);

}  // namespace evalground::cli
