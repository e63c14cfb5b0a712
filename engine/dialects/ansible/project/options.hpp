// The options of a workspace that make its files a repository, with what `ansible.cfg` says where they are silent.
#pragma once

#include <string>
#include <vector>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

struct ProjectOptions {
  std::vector<std::string> inventory;
  std::string host;
  std::string play;  // with "#2"
  std::string role;
  std::string playbook_dir;
  std::string facts;
  std::string limit;
  bool merges = false;  // maps of one name, rather than the later one winning
  std::vector<std::string> roles_path;
  std::vector<std::string> variables;  // empty: all
};

// Whether a workspace's files are a repository: an option says so, or its operation needs one.
bool is_project(const Workspace& workspace);

// Throws Error "bad-options".
ProjectOptions read_project_options(Context& context, Documents& documents);

// Whether values are native by `ansible.cfg`.
bool has_native_config(const Workspace& workspace, Budget& budget);

}  // namespace evalground::ansible
