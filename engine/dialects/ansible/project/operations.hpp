// The operations on a repository: variables of a host, differences between hosts, and the inventory.
#pragma once

#include <functional>

#include "dialects/ansible/project/project.hpp"
#include "runtime/outcome.hpp"

namespace evalground::ansible {

// All variables of the requested host, with their values, the winning assignments and the overridden ones.
Value host_result(Project& project);
// A table of variables by host.
Value matrix_result(Project& project);
// The rendered template for each host. `render` renders it with the current variables.
Value rendered_result(Project& project, const std::function<Value()>& render);
// The output of `ansible-inventory --list`, and of `--graph`.
Value inventory_result(Project& project);
std::string inventory_graph(Project& project);

}  // namespace evalground::ansible
