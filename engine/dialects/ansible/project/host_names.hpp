// Patterns of host names in inventories, with ranges and ports.
//
//   web[01:03].example.test     web01.example.test, web02…, web03…
//   db-[a:c]:5432               db-a, db-b, db-c with ansible_port 5432
//   [2001:db8::7]:2201          2001:db8::7 with ansible_port 2201
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::ansible {

struct HostNames {
  std::vector<std::string> names;
  std::int64_t port = 0;  // 0 when absent
};

// A host name without its port. A text that is neither a host name nor an address is kept whole, without a port.
struct HostAddress {
  std::string name;
  std::int64_t port = 0;
  bool is_valid = false;
};
HostAddress parse_host_address(std::string_view text);

// Parses an integer as Python's int() does, with leading zeros and a sign; absent when invalid or too long.
std::optional<std::int64_t> read_whole_number(std::string_view text);

// Throws Error "bad-inventory".
HostNames expand_host_pattern(Context& context, std::string_view pattern, OriginId where);

}  // namespace evalground::ansible
