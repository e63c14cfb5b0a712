// Inventories as data: groups in YAML or JSON, and the output of inventory scripts.
//
//   web:                          {"web": {"hosts": ["web1"], "vars": {"port": 80}},
//     hosts: {web1: {port: 80}}    "_meta": {"hostvars": {"web1": {"port": 81}}}}
//     children: {edge: }
//
// See the plugins `yaml` and `script` of ansible-core.
#pragma once

#include <string_view>

#include "dialects/ansible/project/inventory.hpp"

namespace evalground::ansible {

// Whether the data looks like the output of a script: it has `_meta`, or a group that is or contains a list of hosts.
bool is_script_inventory(const Map& data);

// Add the hosts and groups in the data of a file. Throw Error "bad-inventory".
void read_yaml_inventory(Context& context, Inventory& inventory, const Map& data, std::string_view from);
void read_script_inventory(Context& context, Inventory& inventory, const Map& data, std::string_view from);

}  // namespace evalground::ansible
