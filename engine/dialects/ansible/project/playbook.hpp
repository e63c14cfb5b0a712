// Playbooks: their plays, including those of imported playbooks. Tasks are not parsed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

// A reference to a role in a play or in another role.
struct RoleEntry {
  Value name;             // text, may be a template
  Settings vars;          // its key `vars`
  Settings params;        // its other keys that are not keywords
  std::string_view from;  // the playbook, or the `meta/main.yml` of the dependent role
  OriginId where = 0;
};

struct Play {
  std::string_view file;
  std::string folder;  // the playbook's folder, "" for the root
  std::string name;
  Value hosts;  // text or a list, may contain templates
  Settings vars;
  List vars_files;
  std::vector<RoleEntry> roles;
  Value serial;  // undefined when absent
  std::string connection;
  std::string remote_user;
  OriginId where = 0;
};

// The plays of a playbook in order. Throws Error "bad-playbook".
std::vector<Play> read_playbook(Context& context, Documents& documents, std::string_view file);

// The entries of a list of roles: names, or maps with parameters.
std::vector<RoleEntry> read_role_entries(Context& context, const Value& list, std::string_view from);

// Whether that name is also a keyword of plays or tasks.
bool is_reserved_name(std::string_view name);

}  // namespace evalground::ansible
