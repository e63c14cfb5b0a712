// Patterns that select hosts, in `hosts:` of a play and in the option `limit`.
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

// Splits a pattern at commas or colons.
std::vector<std::string> split_patterns(std::string_view pattern);

// The hosts selected by the parts, in order and without duplicates. Throws Error "bad-pattern" for an invalid regular
// expression or a subscript out of range. Adds parts that select nothing to `unmatched`, unless that is null.
std::vector<HostId> select_hosts(Context& context, Inventory& inventory, const std::vector<std::string>& parts,
                                 std::vector<std::string>* unmatched = nullptr);

}  // namespace evalground::ansible
