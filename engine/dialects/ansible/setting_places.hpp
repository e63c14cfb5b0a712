// The levels of precedence that have a file for a variable: where it could be set for one host, a group, or a play.
#pragma once

#include <vector>

#include "runtime/dialect.hpp"

namespace evalground::ansible {

// For a value of the operation `host`, ["value", "variables", "port", "value", …]; empty for any other. Files that do
// not exist are named as people name them: host_vars/web1.yml.
std::vector<SettingPlace> setting_places(const Map& workspace, const Map& outcome, const List& path);
// The variables of the other hosts, of a workspace that shows one host: ["hosts", "web2", "port"].
Elsewhere other_hosts(const Map& workspace);

}  // namespace evalground::ansible
