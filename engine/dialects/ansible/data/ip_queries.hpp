// The queries of Ansible's ipaddr filter for an address: "network", "netmask", "10.0.0.0/8", "3".
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

// A value that ipaddr takes: the address, as it was written (numbers as addresses), and whether it had a prefix.
struct IpSubject {
  IpNetwork v;
  std::string written;
  bool is_network;
};

// The subject of a text: an address, a network, or a number (of that version, or of IPv4 where it fits when it is 0).
std::optional<IpSubject> read_ip_subject(std::string_view written, int version);

// The answer to a query; none where there is no answer, false outside of a network. Fails for unknown queries.
Value answer_ip_query(const FunctionCall& call, const IpSubject& subject, const std::string& query);

// The number of addresses.
BigInt network_size(const IpNetwork& network);

}  // namespace evalground::ansible
