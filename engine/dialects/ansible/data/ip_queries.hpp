// The queries of Ansible's ipaddr filter: "network", "netmask", "10.0.0.0/8", "3".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bigint.hpp"
#include "dialects/ansible/data/ip_address.hpp"
#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// The input of ipaddr: the parsed address, its original text (for a number the address), and whether it had a prefix.
struct IpSubject {
  IpNetwork v;
  std::string written;
  bool is_network;
};

// Parses an address, a network or a number. `version` applies to numbers; 0 means IPv4 if the number fits.
std::optional<IpSubject> read_ip_subject(std::string_view written, int version);

// The answer to a query: none without an answer, false if the address is outside of a network. Fails for unknown
// queries.
Value answer_ip_query(const FunctionCall& call, const IpSubject& subject, const std::string& query);

// The number of addresses in a network.
BigInt network_size(const IpNetwork& network);

}  // namespace evalground::ansible
