// The hosts of an Ansible repository and what variables are for one of them, by evaluations that are short enough for
// an answer to an editor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground {

struct RepositoryHost {
  std::string name;
  std::vector<std::string> groups;  // without `all`
};

// The hosts that a workspace can be evaluated for: those of its play, or of the inventory. Empty when the inventory
// cannot be read.
std::vector<RepositoryHost> hosts_of(const Map& workspace);

// The hosts for which Ansible reads a file of the repository: for `group_vars/web.yml` the hosts of the group, for
// `host_vars/web1/main.yml` one host, for any other file all.
std::vector<std::string> hosts_reading(std::string_view file, const std::vector<RepositoryHost>& hosts);

// {name: {value, level, from, overrides, …}} of variables (the result `host` in docs of the operation), without those
// that the host does not have; empty when the workspace cannot be evaluated for its host.
Map host_values(const Map& workspace, const std::vector<std::string>& names);

// What an editor says about such a variable, as Markdown: its value, the file and level that it is from, and what it
// overrides.
std::string described_variable(std::string_view host, const Map& variable);

// The same beside a line of a file: "= 81", "overridden in host_vars/web1.yml: 81". Empty when the line says it itself.
std::string remark_on_variable(std::string_view file, const Map& variable);

}  // namespace evalground
