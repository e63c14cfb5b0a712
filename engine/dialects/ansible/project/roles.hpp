// Roles: their folders, defaults, variables and dependencies.
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

// A role as referred to by one entry.
struct Role {
  const RoleEntry* entry;
  std::string name;        // as the entry has it
  std::string folder;      // "roles/web"
  std::string collection;  // "acme.tools", or empty
  std::vector<const Settings*> defaults;
  std::vector<const Settings*> vars;
  std::vector<const Role*> dependencies;

  // The name without the collection.
  std::string_view short_name() const;
};

// The path from a role of the play down to a role it depends on.
using RoleChain = std::vector<const Role*>;

class Roles {
 public:
  // `name_of`: evaluates the name of a role in an entry, which may be a template.
  Roles(Context& context, Documents& documents, VariableFiles& files, std::function<std::string(const Value&)> name_of)
      : context_(context), documents_(documents), files_(files), name_of_(std::move(name_of)) {}

  // Sets the search path for roles: the playbook's folder, and those of `roles_path`.
  void set_search(std::string playbook_folder, std::vector<std::string> roles_path);
  // The role of an entry, with all its dependencies. The entry must outlive it. Throws Error "unknown-role" or
  // "role-loop".
  const Role& load(const RoleEntry& entry);
  // The names of roles found in the usual folders.
  std::vector<std::string> known_names() const;

  // Appends a role after all its dependencies, without duplicates. Later ones take precedence.
  void collect(const Role& role, std::vector<const Role*>& ordered) const;
  // The first path from these roles down to a role of that name; empty when absent.
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
  std::map<std::string, std::vector<RoleEntry>> dependencies_;  // indexed by folder
  std::vector<std::string> open_;                               // folders of roles that are being loaded
};

}  // namespace evalground::ansible
