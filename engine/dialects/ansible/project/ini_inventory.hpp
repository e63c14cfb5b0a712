// Inventories in INI form:
//
//   mail port=25            hosts before the first section are `ungrouped`
//   [web]                   hosts, as shell words
//   web[1:3] role="front"
//   [prod:children]         groups below this one
//   web
//   [prod:vars]             variables, the rest of the line
//   domain = example.test
//
// By ansible-core's plugin `ini`.
#pragma once

#include <string_view>

#include "dialects/ansible/project/inventory.hpp"

namespace evalground::ansible {

// Adds the hosts and groups of an inventory. `from`: the name of the file. Throws Error "bad-inventory" with the line.
void read_ini_inventory(Context& context, Inventory& inventory, std::uint32_t file, std::string_view from);

}  // namespace evalground::ansible
