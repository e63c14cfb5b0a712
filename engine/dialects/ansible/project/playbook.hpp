// Playbooks: their plays, those of imported playbooks included. No task is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

// A role as a play or another role names it.
struct RoleEntry {
  Value name;             // text, maybe a template
  Settings vars;          // its key `vars`
  Settings params;        // its other keys that are no keywords
  std::string_view from;  // the playbook, or the `meta/main.yml` of the role that depends on it
  OriginId where = 0;
};

struct Play {
  std::string_view file;
  std::string folder;  // of the playbook: "" for the root
  std::string name;
  Value hosts;  // text or a list, maybe with templates
  Settings vars;
  List vars_files;
  std::vector<RoleEntry> roles;
  Value serial;  // undefined: none
  std::string connection;
  std::string remote_user;
  OriginId where = 0;
};

// The plays of a playbook in order. Throws Error "bad-playbook".
std::vector<Play> read_playbook(Context& context, Documents& documents, std::string_view file);

// The entries of a list of roles: names, or maps with parameters.
std::vector<RoleEntry> read_role_entries(Context& context, const Value& list, std::string_view from);

// Whether a variable of that name is a keyword of plays or tasks as well.
bool is_reserved_name(std::string_view name);

}  // namespace evalground::ansible
