// A repository of Ansible: inventory, variable files, playbooks, roles and facts, and the variables of each host.
//
//   files ─ Documents ─┬─ InventorySources ─ Inventory         hosts and groups
//                      ├─ VariableFiles, Facts                 variables of hosts and groups
//                      └─ playbook, Roles                      the play and the role
//                                   └─ HostView                the layers of one host, and the winning assignments
//
// A view is made on demand, and reads the files it needs once. Templates in variables are evaluated in the view of
// their host. `hostvars` gives the views of hosts without any play.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dialects/ansible/project/facts.hpp"
#include "dialects/ansible/project/host_view.hpp"
#include "dialects/ansible/project/inventory_sources.hpp"
#include "dialects/ansible/project/options.hpp"
#include "dialects/ansible/project/roles.hpp"

namespace evalground::ansible {

class Project {
 public:
  // `extra`: the workspace's variables, which take precedence. All arguments must outlive the object. Throws Error.
  Project(Evaluator& evaluator, AnsibleVariables& variables, const Map& extra);

  Evaluator& evaluator;
  Context& context;
  AnsibleVariables& variables;
  Documents documents;
  const ProjectOptions options;
  Inventory inventory;
  InventorySources sources;
  VariableFiles files;
  Facts facts;
  Roles roles;

  // The host that the workspace asks for, or the only one. Throws Error "unknown-host".
  HostId asked_host();
  // Selects the play and the role that the workspace asks for, and that contain the host if one is given. Throws Error
  // "unknown-play" or "unknown-role".
  void choose_play(std::optional<HostId> host);
  // The hosts of the play, or all hosts without a play, restricted by `limit`.
  const std::vector<HostId>& play_hosts() const { return play_hosts_; }
  const std::optional<Play>& play() const { return play_; }
  const std::vector<const Role*>& play_roles() const { return play_roles_; }
  // `ansible_search_path`, with "" for the root.
  const std::vector<std::string>& search_path() const { return search_path_; }

  // The variables of a host in the selected play and role.
  std::unique_ptr<HostView> view(HostId host);
  // The variables of a host without any play, as `hostvars` shows them. Cached.
  HostView& bare_view(HostId host);
  // Adds the layers of that view without magic variables, but with those about the host itself.
  void add_bare_layers(HostView& view);

  // The value of a variable for a template in that view. Throws Error.
  Value evaluate(HostView& view, const Value& name);

  // The folder with group_vars and host_vars next to the playbook.
  const std::string& playbook_folder() const { return playbook_folder_; }

 private:
  void set_playbook_folder(std::string folder);
  std::string name_of_role(const Value& name);
  std::vector<HostId> hosts_of(const Play& play, const std::vector<const Role*>& its_roles);
  std::vector<std::string> host_patterns(const Play& play, const std::vector<const Role*>& its_roles);
  std::vector<HostId> limited(std::vector<HostId> hosts);
  // Warns of parts of a pattern that match nothing.
  void hint_at_unmatched(const std::vector<std::string>& unmatched, OriginId where);
  std::vector<const Role*> load_roles(const Play& play);
  void choose_role();
  void choose_without_play(std::optional<HostId> host);
  bool choose_any_with(std::optional<HostId> host);
  void take_play(std::size_t number, std::vector<const Role*> its_roles, std::vector<HostId> hosts);

  void add_group_layers(HostView& view, GroupSource source);
  void add_inventory_layers(HostView& view);
  void add_file_layers(HostView& view, Level level, const std::vector<std::string>& folders, std::string_view kind,
                       const std::vector<GroupId>& groups);
  void add_role_layer(HostView& view, Level level, const Role& role, const std::vector<const Settings*>& files_of_role);
  void add_vars_of_roles(HostView& view);
  void add_vars_files(HostView& view, const Play& play, bool has_host);
  void add_vars_file(HostView& view, std::string_view file);
  // The value of an entry of `vars_files`, evaluated with the variables known so far; absent when a part is undefined.
  std::optional<Value> vars_file_name(HostView& view, const Value& item);
  void add_magic(HostView& view, bool is_bare);
  Settings play_magic();
  Settings host_magic(HostId host);
  Settings common_magic();
  List batch_of(HostId host);

  const Settings extra_;
  std::string playbook_folder_;
  std::vector<RoleEntry> added_;  // the requested role, if the play does not have it
  std::optional<Play> play_;
  std::vector<HostId> play_hosts_;
  std::vector<const Role*> play_roles_;
  RoleChain chain_;
  std::vector<std::string> search_path_;
  std::vector<Play> plays_;
  bool is_chosen_ = false;
  Settings play_magic_;
  Settings common_magic_;
  std::map<HostId, std::unique_ptr<HostView>> bare_;
};

// The object behind `hostvars`.
Value make_hostvars(Project& project);

}  // namespace evalground::ansible
