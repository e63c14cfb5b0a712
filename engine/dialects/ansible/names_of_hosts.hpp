// What completion knows of a repository of Ansible: the names that a host sees. Their values are not looked at.
#pragma once

#include "runtime/context.hpp"

namespace evalground::ansible {

// A map from each variable to undefined, but `hostvars` leads to the variables of each host, and `groups` to hosts;
// undefined where the workspace is no repository, or one that cannot be read.
Value names_of_hosts(Context& context);

// The file of variables that a path is: `group_vars/web.yml`, `roles/nginx/defaults/main.yml`.
bool is_variable_file(std::string_view path);

}  // namespace evalground::ansible
