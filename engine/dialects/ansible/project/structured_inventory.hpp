// Inventories that are data: groups in YAML or JSON, and what inventory scripts print.
//
//   web:                          {"web": {"hosts": ["web1"], "vars": {"port": 80}},
//     hosts: {web1: {port: 80}}    "_meta": {"hostvars": {"web1": {"port": 81}}}}
//     children: {edge: }
//
// By ansible-core's plugins `yaml` and `script`.
#pragma once

#include <string_view>

#include "dialects/ansible/project/inventory.hpp"

namespace evalground::ansible {

// Whether it has the shape of a script's output: `_meta`, or a group that is a list of hosts or has one.
bool is_script_inventory(const Map& data);

// Add what the data of a file says. Throw Error "bad-inventory".
void read_yaml_inventory(Context& context, Inventory& inventory, const Map& data, std::string_view from);
void read_script_inventory(Context& context, Inventory& inventory, const Map& data, std::string_view from);

}  // namespace evalground::ansible
