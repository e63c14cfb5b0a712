// The options of a workspace whose files are a repository, with defaults from `ansible.cfg`.
#pragma once

#include <string>
#include <vector>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

struct ProjectOptions {
  std::vector<std::string> inventory;
  std::string host;
  std::string play;  // may end in "#2", the number of the play
  std::string role;
  std::string playbook_dir;
  std::string facts;
  std::string limit;
  bool merges = false;  // merges maps of the same name instead of replacing them
  std::vector<std::string> roles_path;
  std::vector<std::string> variables;  // empty: all
};

// Whether a workspace's files are a repository: an option or its operation says so.
bool is_project(const Workspace& workspace);

// Throws Error "bad-options".
ProjectOptions read_project_options(Context& context, Documents& documents);

// Whether `ansible.cfg` enables native types.
bool has_native_config(const Workspace& workspace, Budget& budget);

}  // namespace evalground::ansible
