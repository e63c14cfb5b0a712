// The variables that Ansible itself sets: about the host, the play and the files.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/text/number.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/host_names.hpp"
#include "dialects/ansible/project/project.hpp"

namespace evalground::ansible {
namespace {

// Templates see absolute paths, as on a controller.
std::string absolute(const std::string& folder) {
  return folder.empty() ? std::string(Files::mount) : Files::absolute(folder);
}

void put(Settings& settings, std::string_view name, Value value) {
  settings.push_back({Value::string(name), std::move(value), {}});
}

// An address has no short form: inventory_hostname_short of 10.0.0.1 is 10.0.0.1, of web1.example.com it is web1.
bool is_address(std::string_view name) {
  if (name.find(':') != std::string_view::npos) return true;
  int dots = 0;
  for (const char c : name) {
    if (c == '.') {
      ++dots;
    } else if (c < '0' || c > '9') {
      return false;
    }
  }
  return dots == 3;
}

// The number of hosts in a batch, given as a number or a percentage of all hosts.
std::size_t batch_size(const Value& serial, std::size_t all) {
  std::int64_t size = 0;
  if (serial.kind() == Kind::integer) size = serial.as_integer();
  if (serial.is_string()) {
    std::string_view text = trim(serial.as_string());
    const bool is_percent = text.ends_with('%');
    if (is_percent) text.remove_suffix(1);
    const auto number = parse_real(text);
    if (number) {
      size = static_cast<std::int64_t>(is_percent ? std::max(1.0, std::floor(number.value / 100 * double(all)))
                                                  : number.value);
    }
  }
  return size <= 0 ? all : static_cast<std::size_t>(size);
}

}  // namespace

// Unlike the others, these can be overridden by files of the host (see add_inventory_layers).
Settings Project::host_magic(HostId id) {
  const InventoryHost& host = inventory.hosts[id];
  Settings settings;
  if (!host.is_implicit) {
    put(settings, "inventory_file", host.file.empty() ? Value::null() : Value::string(host.file));
    put(settings, "inventory_dir", host.folder.empty() ? Value::null() : Value::string(host.folder));
  }
  put(settings, "inventory_hostname", Value::string(host.name));
  const std::string short_name = is_address(host.name) ? host.name : host.name.substr(0, host.name.find('.'));
  put(settings, "inventory_hostname_short", Value::string(short_name));
  put(settings, "group_names", list_of_texts(inventory.group_names(id)));
  return settings;
}

// Variables that are the same for all hosts and plays. Those of a command line have the values of a run without
// options. `omit` is a text of 2.14 that modules recognize.
Settings Project::common_magic() {
  Settings settings;
  put(settings, "playbook_dir", Value::string(absolute(playbook_folder_)));
  Map groups;
  for (GroupId group = 0; group < inventory.groups.size(); ++group) {
    List names;
    for (const HostId host : inventory.hosts_of(group)) names.push_back(Value::string(inventory.hosts[host].name));
    groups.set(inventory.groups[group].name, Value::list(std::move(names)));
  }
  put(settings, "groups", Value::map(std::move(groups)));
  put(settings, "omit", Value::string("__omit_place_holder__8b7df143d91c716ecfa5fc1730022f6b421b05ce"));
  put(settings, "ansible_inventory_sources", list_of_texts(sources.names()));
  put(settings, "ansible_check_mode", Value::boolean(false));
  put(settings, "ansible_diff_mode", Value::boolean(false));
  put(settings, "ansible_verbosity", Value::integer(0));
  put(settings, "ansible_forks", Value::integer(5));
  put(settings, "ansible_run_tags", list_of_texts({"all"}));
  put(settings, "ansible_skip_tags", list_of_texts({}));
  const bool is_new = evaluator.options.behavior.gives_nodes;
  put(settings, "ansible_version",
      Value::map({{"string", Value::string(is_new ? "2.21.0" : "2.14.18")},
                  {"full", Value::string(is_new ? "2.21.0" : "2.14.18")},
                  {"major", Value::integer(2)},
                  {"minor", Value::integer(is_new ? 21 : 14)},
                  {"revision", Value::integer(is_new ? 0 : 18)}}));
  if (!options.limit.empty()) put(settings, "ansible_limit", Value::string(options.limit));
  return settings;
}

// `serial: [1, "30%"]` runs a play in batches: first one host, then 30 percent at a time, as the last size repeats. The
// batch of a host is known without a run.
List Project::batch_of(HostId host) {
  List names;
  const auto add = [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) names.push_back(Value::string(inventory.hosts[play_hosts_[at]].name));
  };
  const std::size_t all = play_hosts_.size();
  if (!play_ || play_->serial.is_undefined() || play_->serial.is_null()) {
    add(0, all);
    return names;
  }
  const List sizes = play_->serial.is_list() ? play_->serial.as_list() : List{play_->serial};
  std::size_t begin = 0;
  for (std::size_t turn = 0; begin < all && !sizes.empty(); ++turn) {
    const std::size_t end = std::min(all, begin + batch_size(sizes[std::min(turn, sizes.size() - 1)], all));
    for (std::size_t at = begin; at < end; ++at) {
      if (play_hosts_[at] == host) {
        add(begin, end);
        return names;
      }
    }
    begin = end;
  }
  return names;
}

// Variables of the play and of the role. No host fails here, so ansible_play_hosts has all of them.
Settings Project::play_magic() {
  Settings settings;
  std::vector<std::string> hosts;
  for (const HostId host : play_hosts_) hosts.push_back(inventory.hosts[host].name);
  std::vector<std::string> named;
  std::set<std::string> dependent;
  for (const Role* role : play_roles_) {
    named.push_back(role->name);
    std::vector<const Role*> ordered;
    roles.collect(*role, ordered);
    ordered.pop_back();
    for (const Role* one : ordered) dependent.insert(one->name);
  }
  std::set<std::string> all(named.begin(), named.end());
  all.insert(dependent.begin(), dependent.end());
  put(settings, "ansible_play_name", Value::string(play_ ? play_->name : "Ansible Ad-Hoc"));
  put(settings, "ansible_play_hosts", list_of_texts(hosts));
  put(settings, "ansible_play_hosts_all", list_of_texts(hosts));
  put(settings, "ansible_play_role_names", list_of_texts(named));
  put(settings, "role_names", list_of_texts(named));
  put(settings, "ansible_role_names", list_of_texts({all.begin(), all.end()}));
  put(settings, "ansible_dependent_role_names", list_of_texts({dependent.begin(), dependent.end()}));
  put(settings, "hostvars", make_hostvars(*this));
  put(settings, "environment", Value::list());
  std::vector<std::string> search;
  for (const std::string& folder : search_path_) search.push_back(absolute(folder));
  if (std::find(search.begin(), search.end(), absolute(playbook_folder_)) == search.end()) {
    search_path_.push_back(playbook_folder_);
    search.push_back(absolute(playbook_folder_));
  }
  put(settings, "ansible_search_path", list_of_texts(search));
  if (!chain_.empty()) {
    const Role& role = *chain_.back();
    put(settings, "role_name", Value::string(role.short_name()));
    put(settings, "role_path", Value::string(absolute(role.folder)));
    put(settings, "ansible_role_name", Value::string(role.name));
    put(settings, "ansible_collection_name", role.collection.empty() ? Value::null() : Value::string(role.collection));
  }
  return settings;
}

// The highest layer, as nothing may override it. It is made once and shared by the views of all hosts, except for the
// batch. Defaults of the connection only fill gaps.
void Project::add_magic(HostView& view, bool is_bare) {
  if (common_magic_.empty()) common_magic_ = common_magic();
  view.add(Level::magic, {}, common_magic_);
  if (is_bare) return;
  if (play_magic_.empty()) play_magic_ = play_magic();
  view.add(Level::magic, {}, play_magic_);
  Settings batch;
  put(batch, "ansible_play_batch", Value::list(batch_of(view.host)));
  put(batch, "play_hosts", batch.back().value);
  view.own.push_back(std::move(batch));
  view.add(Level::magic, {}, view.own.back());
  view.world.has_vars = true;

  // Defaults of the connection.
  const InventoryHost& host = inventory.hosts[view.host];
  const Value* ssh_host = view.variables.find("ansible_ssh_host");
  view.add_missing("ansible_host",
                   ssh_host != nullptr ? *ssh_host : Value::string(host.is_implicit ? "127.0.0.1" : host.name));
  const std::string connection = play_ && !play_->connection.empty() ? play_->connection : "ssh";
  view.add_missing("ansible_connection", Value::string(connection));
  if (play_ && !play_->remote_user.empty()) view.add_missing("ansible_user", Value::string(play_->remote_user));
  view.add_missing("ansible_shell_type", Value::string("sh"));
  view.add_missing("ansible_shell_executable", Value::string("/bin/sh"));
  view.add_missing("ansible_pipelining", Value::boolean(false));
  view.add_missing("ansible_timeout", Value::integer(10));
  view.add_missing("ansible_module_compression", Value::string("ZIP_DEFLATED"));
}

}  // namespace evalground::ansible
