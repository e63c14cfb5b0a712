// Combines the parts of a repository (see project.hpp): selects the play and role, and stacks the layers of variables
// for a host. The order of the layers is that of ansible.vars.manager.VariableManager.get_vars().

#include "dialects/ansible/project/project.hpp"

#include <algorithm>
#include <span>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/host_selection.hpp"
#include "dialects/ansible/runtime/vault_text.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "runtime/trace.hpp"

namespace evalground::ansible {
namespace {

// Cuts the number of a play off: "site.yml#2" -> "site.yml" and 2.
std::optional<std::size_t> cut_number(std::string& play) {
  const std::size_t mark = play.rfind('#');
  if (mark == std::string::npos) return std::nullopt;
  const std::string digits = play.substr(mark + 1);
  if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  play.resize(mark);
  return static_cast<std::size_t>(std::stoul(digits));
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

}  // namespace

Project::Project(Evaluator& evaluator_, AnsibleVariables& variables_, const Map& extra)
    : evaluator(evaluator_),
      context(evaluator_.context),
      variables(variables_),
      documents(evaluator_),
      options(read_project_options(context, documents)),
      inventory(context),
      sources(context, documents, inventory),
      files(context, documents),
      facts(evaluator_, documents, options.facts, options.injects_facts),
      roles(context, documents, files, [this](const Value& name) { return name_of_role(name); }),
      extra_(settings_of(extra, {})) {
  for (const std::string& source : options.inventory) sources.add(source);
  inventory.finish();
  set_playbook_folder(options.playbook_dir.empty() ? std::string() : place_of(options.playbook_dir));
}

void Project::set_playbook_folder(std::string folder) {
  playbook_folder_ = std::move(folder);
  roles.set_search(playbook_folder_, options.roles_path);
}

// The host of the option `host`. It may be omitted if the inventory has one host. An empty inventory has the implicit
// localhost.
HostId Project::asked_host() {
  std::vector<std::string> names;
  for (const InventoryHost& host : inventory.hosts) {
    if (!host.is_implicit) names.push_back(host.name);
  }
  if (options.host.empty()) {
    if (names.size() == 1) return *inventory.find_host(names[0]);
    if (names.empty()) return *inventory.host("localhost");
    context.fail(0, "unknown-host", "Name a host in the option \"host\"; the inventory has " + listed(names, 20) + ".");
  }
  if (const auto host = inventory.host(options.host)) return *host;
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto nearest = nearest_name(options.host, known);
  context.fail(0, "unknown-host",
               "The inventory has no host " + quote(options.host) +
                   (nearest         ? "; did you mean " + quote(*nearest) + "?"
                    : names.empty() ? "."
                                    : "; it has " + listed(names, 20) + "."));
}

// A role may be named by a template: `- role: "{{ flavor }}_server"`. Roles are loaded before a host is chosen, so only
// variables of the play and extra variables are visible.
std::string Project::name_of_role(const Value& name) {
  std::string text(name.as_string());
  if (!holds_template(text, evaluator.loader.text_syntax())) return text;
  HostView view(0, options.merges, context.budget);
  if (play_) view.add(Level::play_vars, {}, play_->vars);
  view.add(Level::extra_vars, {}, extra_);
  const AnsibleVariables::Elsewhere elsewhere(variables, view.world);
  return evaluator.text(template_value(evaluator, name, "role"));
}

// ---- plays

std::vector<const Role*> Project::load_roles(const Play& play) {
  std::vector<const Role*> loaded;
  for (const RoleEntry& entry : play.roles) loaded.push_back(&roles.load(entry));
  return loaded;
}

// The hosts that also match the option `limit`, in the order of the play and not of the limit.
std::vector<HostId> Project::limited(std::vector<HostId> hosts) {
  if (options.limit.empty()) return hosts;
  std::vector<std::string> unmatched;
  const std::vector<HostId> allowed = select_hosts(context, inventory, split_patterns(options.limit), &unmatched);
  hint_at_unmatched(unmatched, 0);
  std::vector<bool> in(inventory.hosts.size());
  for (const HostId host : allowed) in[host] = true;
  std::erase_if(hosts, [&](HostId host) { return !in[host]; });
  return hosts;
}

// `hosts: web,!web1` -> ["web", "!web1"]. Each item of a list is split the same way.
std::vector<std::string> Project::host_patterns(const Play& play, const std::vector<const Role*>& its_roles) {
  std::vector<std::string> parts;
  const auto add = [&](const Value& value) {
    if (value.is_string()) {
      for (std::string& part : split_patterns(value.as_string())) parts.push_back(std::move(part));
    } else {
      for (std::string& part : split_patterns(evaluator.text(value))) parts.push_back(std::move(part));
    }
  };
  // `hosts:` is evaluated before any host is chosen. Templates in it see the variables of the play, and of the
  // inventory only the names.
  HostView view(0, options.merges, context.budget);
  for (const Role* role : its_roles) {
    std::vector<const Role*> ordered;
    roles.collect(*role, ordered);
    for (const Role* one : ordered) add_role_layer(view, Level::role_defaults, *one, one->defaults);
  }
  view.add(Level::play_vars, {}, play.vars);
  add_vars_files(view, play, false);
  view.add(Level::extra_vars, {}, extra_);
  view.own.push_back(common_magic());
  view.add(Level::magic, {}, view.own.back());
  const AnsibleVariables::Elsewhere elsewhere(variables, view.world);
  const Value hosts = in_frame(play.hosts.origin(), "in `hosts` of a play", play.name, [&] {
    const Value value = evaluator.forced(template_value(evaluator, play.hosts, "hosts"));
    if (value.is_undefined()) evaluator.fail_undefined(value);
    return value;
  });
  if (hosts.is_list() || hosts.kind() == Kind::tuple) {
    for (const Value& item : hosts.as_list()) add(item);
  } else {
    add(hosts);
  }
  return parts;
}

// A pattern with wildcards may well match nothing, but a plain name that matches nothing is probably misspelled.
void Project::hint_at_unmatched(const std::vector<std::string>& unmatched, OriginId where) {
  for (const std::string& part : unmatched) {
    if (part.find_first_of("*?[~") != std::string::npos) continue;
    std::vector<std::string_view> known;
    for (const InventoryGroup& group : inventory.groups) known.emplace_back(group.name);
    for (const InventoryHost& host : inventory.hosts) known.emplace_back(host.name);
    if (std::find(known.begin(), known.end(), part) != known.end()) continue;
    context.warn_name(where, "unknown-group", "The inventory has no group and no host " + quote(part) + ".", part,
                      nearest_name(part, known).value_or(""));
  }
}

std::vector<HostId> Project::hosts_of(const Play& play, const std::vector<const Role*>& its_roles) {
  std::vector<std::string> unmatched;
  std::vector<HostId> hosts = select_hosts(context, inventory, host_patterns(play, its_roles), &unmatched);
  hint_at_unmatched(unmatched, play.hosts.origin());
  return limited(std::move(hosts));
}

// Without a playbook all hosts are selected, and a role gets an artificial play. Otherwise the first play is taken that
// contains the host and the role.
// The choice is made once per run. A play with a number is taken or refused. Without a number the plays are tried in
// order, and if only the role is missing, choose_any_with() adds it.
void Project::choose_play(std::optional<HostId> host) {
  if (is_chosen_) return;
  is_chosen_ = true;
  if (options.play.empty()) return choose_without_play(host);
  std::string path = options.play;
  const std::optional<std::size_t> number = cut_number(path);
  const auto file = documents.file(place_of(path));
  if (!file) {
    context.fail_name(0, "unknown-play", "The playbook " + quote(path) + " is not among the files.", path,
                      nearest_name(path, documents.files()).value_or(""));
  }
  plays_ = read_playbook(context, documents, *file);
  if (number && (*number == 0 || *number > plays_.size())) {
    context.fail(0, "unknown-play",
                 "The playbook " + quote(path) + " has " + std::to_string(plays_.size()) +
                     " plays, and none numbered " + std::to_string(*number) + ".");
  }
  std::string tried;
  for (std::size_t at = number ? *number - 1 : 0; at < plays_.size(); ++at) {
    const Play& play = plays_[at];
    set_playbook_folder(play.folder);
    play_ = play;  // for names of roles that are templates
    std::vector<const Role*> its_roles = load_roles(play);
    std::vector<HostId> hosts = hosts_of(play, its_roles);
    const bool has_host = !host || std::find(hosts.begin(), hosts.end(), *host) != hosts.end();
    const bool has_role = options.role.empty() || !roles.find(its_roles, options.role).empty();
    if (number && !has_host) {
      context.fail(play.where, "unknown-host",
                   "The host " + quote(inventory.hosts[*host].name) +
                       " is not among the hosts of the play, which are " + quote(evaluator.text(play.hosts)) +
                       (hosts.empty() ? ", and match nothing." : "."));
    }
    if (number || (has_host && has_role)) {
      return take_play(at, std::move(its_roles), std::move(hosts));
    }
    tried += (tried.empty() ? "" : ", ") + evaluator.text(play.hosts);
  }
  if (choose_any_with(host)) return;
  play_.reset();
  context.fail(
      plays_.empty() ? 0 : plays_[0].where, "unknown-host",
      (host ? "The host " + quote(inventory.hosts[*host].name) + " is in no play of " : "No host is in a play of ") +
          quote(path) + ", whose hosts are: " + tried + ".");
}

void Project::take_play(std::size_t number, std::vector<const Role*> its_roles, std::vector<HostId> hosts) {
  play_ = plays_[number];
  // Entries of roles are known by their places, which must stay.
  play_->roles.clear();
  play_roles_ = std::move(its_roles);
  play_hosts_ = std::move(hosts);
  choose_role();
}

// A role that is asked for without a play is in one of all hosts.
void Project::choose_without_play(std::optional<HostId> host) {
  if (!options.role.empty()) {
    Play made;
    made.folder = playbook_folder_;
    made.hosts = Value::string("all");
    made.name = "all";
    play_ = std::move(made);
  }
  std::vector<HostId> all = inventory.hosts_of(Inventory::all);
  if (host && !inventory.is_listed(*host) && play_) all = {*host};
  play_hosts_ = limited(std::move(all));
  if (play_) choose_role();
}

// Where only the role is missing, it is added to the first play that has the host. False when none has it.
bool Project::choose_any_with(std::optional<HostId> host) {
  for (std::size_t at = 0; at < plays_.size(); ++at) {
    const Play& play = plays_[at];
    set_playbook_folder(play.folder);
    play_ = play;
    std::vector<const Role*> its_roles = load_roles(play);
    std::vector<HostId> hosts = hosts_of(play, its_roles);
    if (host && std::find(hosts.begin(), hosts.end(), *host) == hosts.end()) continue;
    take_play(at, std::move(its_roles), std::move(hosts));
    return true;
  }
  return false;
}

// chain_ leads from the play's role through dependencies to the asked one: [app, common] if `app` depends on `common`.
// Files and templates are searched from its end, because a role's own folder comes first.
void Project::choose_role() {
  if (!options.role.empty()) {
    chain_ = roles.find(play_roles_, options.role);
    if (chain_.empty()) {
      RoleEntry entry;
      entry.name = Value::string(options.role);
      entry.from = play_->file;
      added_.push_back(std::move(entry));
      const Role& role = roles.load(added_.back());
      play_roles_.push_back(&role);
      chain_ = {&role};
    }
  }
  for (auto role = chain_.rbegin(); role != chain_.rend(); ++role) search_path_.push_back((*role)->folder);
  if (!chain_.empty()) search_path_.push_back(join_path(chain_.back()->folder, "tasks"));
}

// ---- layers

// Each call adds layers above the existing ones. So the order of the calls is the precedence of the variables.
void Project::add_role_layer(HostView& view, Level level, const Role& role,
                             const std::vector<const Settings*>& files_of_role) {
  for (const Settings* settings : files_of_role) view.add(level, role.name, *settings);
}

// group_vars of a list of groups: all groups of one folder, then those of the next.
void Project::add_file_layers(HostView& view, Level level, const std::vector<std::string>& folders,
                              std::string_view kind, const std::vector<GroupId>& groups) {
  for (const std::string& folder : folders) {
    for (const GroupId group : groups) {
      const std::string& name = inventory.groups[group].name;
      for (const Settings* settings : files.of_entity(folder, kind, name)) view.add(level, name, *settings);
    }
  }
}

void Project::add_group_layers(HostView& view, GroupSource source) {
  const InventoryHost& host = inventory.hosts[view.host];
  const std::vector<GroupId> all = {Inventory::all};
  const std::vector<std::string> play_folder = {playbook_folder_};
  switch (source) {
    case GroupSource::all_inventory:
      return view.add(Level::inventory_all, "all", inventory.groups[Inventory::all].settings);
    case GroupSource::groups_inventory:
      for (const GroupId group : host.order) {
        view.add(Level::inventory_group, inventory.groups[group].name, inventory.groups[group].settings);
      }
      return;
    case GroupSource::all_files_inventory:
      return add_file_layers(view, Level::group_vars_all_inventory, sources.folders(), "group_vars", all);
    case GroupSource::all_files_play:
      return add_file_layers(view, Level::group_vars_all_play, play_folder, "group_vars", all);
    case GroupSource::groups_files_inventory:
      return add_file_layers(view, Level::group_vars_inventory, sources.folders(), "group_vars", host.order);
    case GroupSource::groups_files_play:
      return add_file_layers(view, Level::group_vars_play, play_folder, "group_vars", host.order);
  }
}

// From the lowest to the highest precedence.
// Two pairs surprise, unless the setting `precedence` says otherwise. Files beside the playbook win over files beside
// the inventory, and `group_vars/all` of both comes before every other group file. Sections of the inventory itself are
// below all files of groups. Facts come last, so a fact overrides a variable of the inventory.
void Project::add_inventory_layers(HostView& view) {
  const InventoryHost& host = inventory.hosts[view.host];
  const std::vector<std::string> play_folder = {playbook_folder_};
  for (const GroupSource source : options.precedence) add_group_layers(view, source);
  view.add(Level::inventory_host, {}, host.settings);
  view.own.push_back(host_magic(view.host));
  view.add(Level::host_magic, {}, view.own.back());
  const auto add_host_files = [&](Level level, const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
      for (const Settings* settings : files.of_entity(folder, "host_vars", host.name)) view.add(level, {}, *settings);
    }
  };
  add_host_files(Level::host_vars_inventory, sources.folders());
  add_host_files(Level::host_vars_play, play_folder);
  const HostFacts& known = facts.of(host.name);
  view.own.push_back({{Value::string("ansible_facts"), known.facts, {}}});
  view.add(Level::host_magic, {}, view.own.back());
  view.add(Level::facts, {}, known.variables);
}

// Variables of all roles of the play are visible everywhere in it. Those of the chosen chain are added again at the
// end, because the role of the task has the last word.
void Project::add_vars_of_roles(HostView& view) {
  const auto add = [&](const Role& role) {
    view.add(Level::role_entry_vars, role.name, role.entry->vars);
    add_role_layer(view, Level::role_vars, role, role.vars);
  };
  for (const Role* role : play_roles_) {
    std::vector<const Role*> ordered;
    roles.collect(*role, ordered);
    for (const Role* one : ordered) add(*one);
  }
  if (chain_.empty()) return;
  for (std::size_t i = 0; i + 1 < chain_.size(); ++i) add(*chain_[i]);
  std::vector<const Role*> ordered;
  roles.collect(*chain_.back(), ordered);
  for (const Role* one : ordered) add(*one);
}

void Project::add_vars_file(HostView& view, std::string_view file) {
  const Value& value = documents.read_or_skip(file);
  const auto add = [&](const Value& map) {
    if (!map.is_map()) {
      context.fail(map.origin(), "bad-variables",
                   "The vars file " + quote(file) + " must hold a map of variables, or a list of such maps, not " +
                       with_article(kind_name(map.kind())) + ".");
    }
    view.own.push_back(settings_of(map.as_map(), file));
    view.add(Level::vars_files, {}, view.own.back());
  };
  if (value.is_null()) return;
  if (!value.is_list()) return add(value);
  for (const Value& one : value.as_list()) add(one);
}

// A name that refers to an undefined variable skips the entry, as Ansible does.
std::optional<Value> Project::vars_file_name(HostView& view, const Value& item) {
  if (!item.is_string() || !holds_template(item.as_string(), evaluator.loader.text_syntax())) return item;
  HostView full(view.host, options.merges, context.budget);
  full.variables = view.variables;
  full.add(Level::extra_vars, {}, extra_);
  full.own.push_back(common_magic());
  full.add(Level::magic, {}, full.own.back());
  const AnsibleVariables::Elsewhere elsewhere(variables, full.world);
  return recover(
      [&]() -> std::optional<Value> {
        const Value name = evaluator.forced(template_value(evaluator, item, "vars_files"));
        if (name.is_undefined()) evaluator.fail_undefined(name);
        return name;
      },
      [&](const Error& error) -> std::optional<Value> {
        if (error.diagnostic.code != "undefined") throw error;
        return std::nullopt;
      });
}

// `vars_files` of a play. An entry that is a list names alternatives, of which the first existing one is read:
//
//   vars_files: [common.yml, ["os_{{ os }}.yml", os_default.yml]]
//
// A relative name is searched in the folder `vars` first, and then beside the playbook. While `hosts:` is evaluated no
// host is known (`has_host` is false), and a missing file is no error yet.
void Project::add_vars_files(HostView& view, const Play& play, bool has_host) {
  for (const Value& entry : play.vars_files) {
    context.budget.step();
    const List items = entry.is_list() ? entry.as_list() : List{entry};
    bool is_done = false;
    for (const Value& item : items) {
      const std::optional<Value> name = vars_file_name(view, item);
      if (!name) {
        context.hint_name(
            item.origin(), "skipped-vars-file",
            "The vars file " + quote(short_text(item, 60)) + " is skipped: something in its name is undefined.", "",
            "");
        is_done = true;
        break;
      }
      if (!name->is_string()) {
        context.fail(item.origin(), "bad-playbook",
                     "Invalid vars_files entry found: an entry must be text or a list of texts, not " +
                         with_article(kind_name(name->kind())) + ".");
      }
      const std::string text(name->as_string());
      std::optional<std::string_view> file;
      if (is_absolute_path(text)) {
        file = documents.file(place_of(text));
      } else {
        file = documents.file(place_of(join_path(join_path(play.folder, "vars"), text)));
        const auto beside = documents.file(place_of(join_path(play.folder, text)));
        if (file && beside && *file != *beside) {
          context.warn(item.origin(), "hidden-file",
                       "The file " + quote(*beside) + " is not read: " + quote(*file) + " hides it.");
        }
        if (!file) file = beside;
      }
      if (!file) continue;
      add_vars_file(view, *file);
      is_done = true;
      break;
    }
    if (is_done || !has_host) continue;
    const std::string message =
        "vars file " + (entry.is_string() ? std::string(entry.as_string()) : evaluator.repr(entry)) + " was not found.";
    if (!documents.skips_missing()) context.fail(entry.origin(), "vars-file-missing", message);
    context.warn(entry.origin(), "vars-file-missing", message);
  }
}

// Builds the layers from the lowest to the highest: defaults of roles, inventory, play, roles, extra variables. Within
// a chain of roles the role itself comes after those that depend on it.
std::unique_ptr<HostView> Project::view(HostId host) {
  choose_play(host);
  auto made = std::make_unique<HostView>(host, options.merges, context.budget);
  HostView& view = *made;
  const auto add_defaults = [&](const Role& role) { add_role_layer(view, Level::role_defaults, role, role.defaults); };
  for (const Role* role : play_roles_) {
    std::vector<const Role*> ordered;
    roles.collect(*role, ordered);
    for (const Role* one : ordered) add_defaults(*one);
  }
  if (!chain_.empty()) {
    std::vector<const Role*> ordered;
    roles.collect(*chain_.back(), ordered);
    ordered.pop_back();
    for (const Role* one : ordered) add_defaults(*one);
    for (const Role* one : chain_) add_defaults(*one);
  }
  add_inventory_layers(view);
  if (play_) {
    view.add(Level::play_vars, {}, play_->vars);
    add_vars_files(view, *play_, true);
    add_vars_of_roles(view);
    for (const Role* one : chain_) view.add(Level::role_params, one->name, one->entry->params);
  }
  view.add(Level::extra_vars, {}, extra_);
  add_magic(view, false);
  return made;
}

void Project::add_bare_layers(HostView& view) {
  add_inventory_layers(view);
  view.add(Level::extra_vars, {}, extra_);
}

// What `hostvars` shows of another host: without play and role. It is kept, because a loop over all hosts asks for each
// of them many times.
HostView& Project::bare_view(HostId host) {
  std::unique_ptr<HostView>& made = bare_[host];
  if (made == nullptr) {
    made = std::make_unique<HostView>(host, options.merges, context.budget);
    add_bare_layers(*made);
    add_magic(*made, true);
  }
  return *made;
}

// Evaluates one variable in the world of a host and leaves the evaluator in its own world.
Value Project::evaluate(HostView& view, const Value& name) {
  const AnsibleVariables::Elsewhere elsewhere(variables, view.world);
  const Value value = evaluator.forced(variables.find(evaluator, name.as_string()));
  if (value.is_undefined()) evaluator.fail_undefined(value);
  return value;
}

}  // namespace evalground::ansible
