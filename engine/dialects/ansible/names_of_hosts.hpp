// Names for completion in a repository of Ansible: the variables that a host sees, without their values.
#pragma once

#include "runtime/context.hpp"

namespace evalground::ansible {

// A map from each variable to undefined, except that `hostvars` contains the variables of each host and `groups` the
// hosts. Undefined when the workspace is not a repository or cannot be read.
Value names_of_hosts(Context& context);

// Whether a path is that of a variable file: `group_vars/web.yml`, `roles/nginx/defaults/main.yml`.
bool is_variable_file(std::string_view path);

}  // namespace evalground::ansible
