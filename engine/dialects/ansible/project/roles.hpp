// Roles: where they are found, their defaults and variables, and the roles that they depend on.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/ansible/project/playbook.hpp"
#include "dialects/ansible/project/variable_files.hpp"

namespace evalground::ansible {

// A role as one entry names it.
struct Role {
  const RoleEntry* entry;
  std::string name;        // as the entry has it
  std::string folder;      // "roles/web"
  std::string collection;  // "acme.tools"; empty: none
  std::vector<const Settings*> defaults;
  std::vector<const Settings*> vars;
  std::vector<const Role*> dependencies;

  // Without its collection.
  std::string_view short_name() const;
};

// The way from a role that the play names down to one.
using RoleChain = std::vector<const Role*>;

class Roles {
 public:
  // `name_of`: the name of a role from an entry's, which may be a template.
  Roles(Context& context, Documents& documents, VariableFiles& files, std::function<std::string(const Value&)> name_of)
      : context_(context), documents_(documents), files_(files), name_of_(std::move(name_of)) {}

  // Where roles are looked for: the playbook's folder, and those of `roles_path`.
  void set_search(std::string playbook_folder, std::vector<std::string> roles_path);
  // The role of an entry, which must outlive it, with all that it depends on. Throws Error "unknown-role", "role-loop".
  const Role& load(const RoleEntry& entry);
  // The names of roles that are found in the usual places.
  std::vector<std::string> known_names() const;

  // A role behind all that it depends on, each once: the order in which the later one wins.
  void collect(const Role& role, std::vector<const Role*>& ordered) const;
  // The first way to a role of that name, from these roles downward; empty when absent.
  RoleChain find(const std::vector<const Role*>& roles, std::string_view name) const;

 private:
  const Role& load_within(const RoleEntry& entry, std::string_view parent_folder);
  std::string folder_of(const RoleEntry& entry, const std::string& name, std::string_view parent_folder,
                        std::string& collection) const;
  const std::vector<RoleEntry>& dependencies_of(const std::string& folder);

  Context& context_;
  Documents& documents_;
  VariableFiles& files_;
  std::function<std::string(const Value&)> name_of_;
  std::string playbook_folder_;
  std::vector<std::string> roles_path_;
  std::deque<Role> roles_;
  std::unordered_map<const RoleEntry*, const Role*> by_entry_;
  std::map<std::string, std::vector<RoleEntry>> dependencies_;  // by folder
  std::vector<std::string> open_;                               // folders of roles that are being loaded
};

}  // namespace evalground::ansible
