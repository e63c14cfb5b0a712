// The options of a workspace whose files are a repository, with defaults from `ansible.cfg`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

// Where variables of groups come from: the group `all` or the others, and sections of the inventory or files.
enum class GroupSource : std::uint8_t {
  all_inventory,
  groups_inventory,
  all_files_inventory,
  all_files_play,
  groups_files_inventory,
  groups_files_play
};

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
  std::vector<std::string> variables;   // empty: all
  bool injects_facts = true;            // facts are also variables of their own
  std::vector<GroupSource> precedence;  // lowest first; a source that is missing does not count
};

// Whether a workspace's files are a repository: an option or its operation says so.
bool is_project(const Workspace& workspace);

// Throws Error "bad-options".
ProjectOptions read_project_options(Context& context, Documents& documents);

}  // namespace evalground::ansible
