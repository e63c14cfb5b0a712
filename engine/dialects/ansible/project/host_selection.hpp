// Patterns that select hosts: `hosts:` of a play, and the option `limit`.
//
//   web,db          both, in this order          web:&eu     those of web that are in eu
//   all:!stage      all but some                 web[0:1]    the first two
//   ~web\d+         by a regular expression      *.test      by a glob
//
// By ansible-core's InventoryManager.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/ansible/project/inventory.hpp"

namespace evalground::ansible {

// The parts of a pattern between commas or colons.
std::vector<std::string> split_patterns(std::string_view pattern);

// The hosts that the parts select, in order and each once. Throws Error "bad-pattern" for a regular expression that is
// none, or a place that is not there. `unmatched`: parts that select nothing are added, when given.
std::vector<HostId> select_hosts(Context& context, Inventory& inventory, const std::vector<std::string>& parts,
                                 std::vector<std::string>* unmatched = nullptr);

}  // namespace evalground::ansible
