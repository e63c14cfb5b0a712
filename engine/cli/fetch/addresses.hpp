// Which machines a URL leads to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evalground::cli {

// What of an http or https URL decides which machine is asked.
struct Origin {
  std::string host;  // a name or a number, as written; IPv6 without brackets
  std::string port;  // digits
  bool is_number = false;
};

// Throws ProcessError for a URL that programs may read in different ways: one with characters other than a host has.
Origin origin_of(std::string_view url);

// Whether an address, IPv4 or IPv6 as text, is of this machine, of its network, or of no single machine. What is no
// address is taken for one. By IANA's registries of special-purpose addresses.
bool is_private_address(const std::string& address);

}  // namespace evalground::cli
