// The operations on a repository: what a host has, what differs between hosts, and who there is.
#pragma once

#include <functional>

#include "dialects/ansible/project/project.hpp"
#include "runtime/outcome.hpp"

namespace evalground::ansible {

// All variables of the host that the workspace asks for, each with its value, its winner and what it overrides.
Value host_result(Project& project);
// Variables by hosts.
Value matrix_result(Project& project);
// What a template renders to for each host. `render` renders it among the current variables.
Value rendered_result(Project& project, const std::function<Value()>& render);
// What `ansible-inventory --list` prints, and what `--graph` prints.
Value inventory_result(Project& project);
std::string inventory_graph(Project& project);

}  // namespace evalground::ansible
