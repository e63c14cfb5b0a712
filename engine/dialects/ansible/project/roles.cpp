// Finds roles and their dependencies, after ansible.playbook.role. Each entry makes a Role of its own, because its
// parameters differ; the files of a role are cached and parsed once.

#include "dialects/ansible/project/roles.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/inventory_sources.hpp"

namespace evalground::ansible {

std::string_view Role::short_name() const {
  return collection.empty() ? std::string_view(name) : std::string_view(name).substr(collection.size() + 1);
}

void Roles::set_search(std::string playbook_folder, std::vector<std::string> roles_path) {
  playbook_folder_ = std::move(playbook_folder);
  roles_path_ = std::move(roles_path);
}

std::string Roles::folder_of(const RoleEntry& entry, const std::string& name, std::string_view parent_folder,
                             std::string& collection) const {
  const std::vector<std::string_view> parts = [&] {
    std::vector<std::string_view> all;
    for (const std::string_view part : Split(name, ".")) all.push_back(part);
    return all;
  }();
  // "acme.tools.web" may be a role of a collection: collections/ansible_collections/acme/tools/roles/web.
  if (parts.size() >= 3 && name.find('/') == std::string::npos) {
    std::string below = "collections/ansible_collections/";
    below.append(parts[0]).append("/").append(parts[1]).append("/roles/");
    below += join(std::span(parts).subspan(2), "/");
    for (const std::string& base : {playbook_folder_, std::string()}) {
      const std::string folder = join_path(base, below);
      if (!documents_.is_folder(folder)) continue;
      collection = std::string(parts[0]) + "." + std::string(parts[1]);
      return folder;
    }
  }
  // The search path of roles in Ansible: `roles` next to the playbook, roles_path, siblings of the dependent role, and
  // the folder of the playbook.
  std::vector<std::string> places = {join_path(playbook_folder_, "roles")};
  places.insert(places.end(), roles_path_.begin(), roles_path_.end());
  if (!parent_folder.empty()) places.emplace_back(directory_name(parent_folder));
  places.push_back(playbook_folder_);
  for (const std::string& place : places) {
    const std::string folder = place_of(join_path(place, name));
    if (!name.empty() && documents_.is_folder(folder)) return folder;  // the name "." means the root
  }
  std::vector<std::string> names = known_names();
  const std::vector<std::string_view> known(names.begin(), names.end());
  std::string searched;
  for (const std::string& place : places) {
    searched += (searched.empty() ? "" : ":") + (place.empty() ? std::string(Files::mount) : Files::absolute(place));
  }
  if (documents_.skips_missing()) {
    context_.warn(entry.where, "unknown-role", "The role '" + name + "' was not found in " + searched + ".");
    return join_path("roles", name);  // where nothing is
  }
  context_.fail_name(entry.where, "unknown-role", "the role '" + name + "' was not found in " + searched + ".", name,
                     nearest_name(name, known).value_or(""));
}

std::vector<std::string> Roles::known_names() const {
  std::vector<std::string> names;
  std::vector<std::string> places = {join_path(playbook_folder_, "roles"), "roles"};
  places.insert(places.end(), roles_path_.begin(), roles_path_.end());
  for (const std::string& place : places) {
    for (const Documents::Entry& entry : documents_.entries(place)) {
      if (entry.is_folder && std::find(names.begin(), names.end(), entry.name) == names.end()) {
        names.emplace_back(entry.name);
      }
    }
  }
  return names;
}

const std::vector<RoleEntry>& Roles::dependencies_of(const std::string& folder) {
  const auto known = dependencies_.find(folder);
  if (known != dependencies_.end()) return known->second;
  std::vector<RoleEntry> entries;
  for (const std::string_view file : files_.files(join_path(folder, "meta/main"), false)) {
    const Value& meta = documents_.read(file);
    if (meta.is_null()) continue;
    if (!meta.is_map()) {
      context_.fail(meta.origin(), "bad-role", "The file " + quote(file) + " must hold a map.");
    }
    const Value* list = meta.as_map().find("dependencies");
    if (list != nullptr && !list->is_null()) entries = read_role_entries(context_, *list, file);
    break;
  }
  return dependencies_.emplace(folder, std::move(entries)).first->second;
}

const Role& Roles::load(const RoleEntry& entry) {
  return load_within(entry, {});
}

const Role& Roles::load_within(const RoleEntry& entry, std::string_view parent_folder) {
  const Depth depth = context_.budget.enter();
  context_.budget.step(10);
  if (const auto known = by_entry_.find(&entry); known != by_entry_.end()) return *known->second;
  Role role;
  role.entry = &entry;
  role.name = name_of_(entry.name);
  role.folder = folder_of(entry, role.name, parent_folder, role.collection);
  // `open_` contains the folders of roles that are being loaded. A role in it depends on itself.
  if (std::find(open_.begin(), open_.end(), role.folder) != open_.end()) {
    context_.fail(entry.where, "role-loop",
                  "A recursion loop was detected with the roles specified. Make sure child roles do not have "
                  "dependencies on parent roles: \"" +
                      role.name + "\" depends on itself.");
  }
  role.defaults = files_.of_role(role.folder, "defaults", role.name);
  role.vars = files_.of_role(role.folder, "vars", role.name);
  open_.push_back(role.folder);
  for (const RoleEntry& one : dependencies_of(role.folder)) {
    role.dependencies.push_back(&load_within(one, role.folder));
  }
  open_.pop_back();
  roles_.push_back(std::move(role));
  by_entry_.emplace(&entry, &roles_.back());
  return roles_.back();
}

namespace {

void collect_backward(const Role& role, Budget& budget, std::unordered_set<const Role*>& seen,
                      std::vector<const Role*>& found) {
  const Depth depth = budget.enter();
  budget.step();
  if (!seen.insert(&role).second) return;
  found.push_back(&role);
  for (auto one = role.dependencies.rbegin(); one != role.dependencies.rend(); ++one) {
    collect_backward(**one, budget, seen, found);
  }
}

bool find_below(const Role& role, std::string_view name, Budget& budget, std::unordered_set<const Role*>& seen,
                RoleChain& chain) {
  const Depth depth = budget.enter();
  budget.step();
  if (!seen.insert(&role).second) return false;
  chain.push_back(&role);
  if (role.name == name || role.short_name() == name) return true;
  for (const Role* one : role.dependencies) {
    if (find_below(*one, name, budget, seen, chain)) return true;
  }
  chain.pop_back();
  return false;
}

}  // namespace

void Roles::collect(const Role& role, std::vector<const Role*>& ordered) const {
  // Backwards: if a role is reached twice, its last visit counts.
  std::unordered_set<const Role*> seen;
  std::vector<const Role*> found;
  collect_backward(role, context_.budget, seen, found);
  ordered.insert(ordered.end(), found.rbegin(), found.rend());
}

RoleChain Roles::find(const std::vector<const Role*>& roles, std::string_view name) const {
  // A role of the play is preferred to the same role as a dependency.
  for (const Role* role : roles) {
    if (role->name == name || role->short_name() == name) return {role};
  }
  std::unordered_set<const Role*> seen;
  RoleChain chain;
  for (const Role* role : roles) {
    if (find_below(*role, name, context_.budget, seen, chain)) return chain;
  }
  return {};
}

}  // namespace evalground::ansible
