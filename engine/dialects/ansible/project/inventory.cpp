// Hosts and groups of an inventory (see inventory.hpp), after ansible.inventory.data.InventoryData.

#include "dialects/ansible/project/inventory.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/indexed.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/host_names.hpp"
#include "value/big_integer.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace {

// The cost of a host in steps. A range such as web[1:99999999] thus hits the limit of steps before memory runs out.
constexpr std::uint64_t host_steps = 200;
constexpr std::uint64_t setting_steps = 16;  // the cost of a variable, which each host of a range has

template <class T>
bool holds(const std::vector<T>& items, T item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace

// Every inventory has the groups `all` and `ungrouped`. Groups and hosts are known by their index, which never changes.
Inventory::Inventory(Context& context) : context_(context) {
  add_group("all", 0);
  add_group("ungrouped", 0);
  add_child(all, ungrouped, 0);
}

std::optional<GroupId> Inventory::find_group(std::string_view name) const {
  const auto found = group_numbers_.find(std::string(name));
  return found == group_numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<HostId> Inventory::find_host(std::string_view name) const {
  const auto found = host_numbers_.find(std::string(name));
  return found == host_numbers_.end() ? std::nullopt : std::optional(found->second);
}

// A group that is named again is the same group: sections and files of an inventory add to it.
GroupId Inventory::add_group(std::string_view name, OriginId where) {
  context_.budget.step();
  if (name.empty()) context_.fail(where, "bad-inventory", "Invalid empty/false group name provided: \"\".");
  std::string key(name);
  if (const auto known = group_numbers_.find(key); known != group_numbers_.end()) return known->second;
  context_.budget.step(host_steps);
  InventoryGroup made{.name = key, .hosts = {}, .children = {}, .parents = {}, .settings = {}, .where = where};
  const auto note = [&](GroupId number) { group_numbers_.emplace(std::move(key), number); };
  append_indexed(groups, note, std::move(made));
  return groups.size() - 1;
}

// Also adds a known host to a further group. Its membership is recorded on both sides.
HostId Inventory::add_host(std::string_view name, GroupId group, std::int64_t port, std::string_view from,
                           OriginId where) {
  context_.budget.step();
  if (name.empty()) context_.fail(where, "bad-inventory", "Invalid empty host name provided: \"\".");
  std::string key(name);
  const auto known = host_numbers_.find(key);
  const HostId id = known != host_numbers_.end() ? known->second : hosts.size();
  // A new host refers to the source being read. The port of a known host remains unchanged.
  if (known == host_numbers_.end()) {
    context_.budget.step(host_steps);
    InventoryHost made{.name = key,
                       .direct = {},
                       .settings = {},
                       .file = source.file,
                       .folder = source.folder,
                       .order = {},
                       .where = where};
    if (port != 0) {
      made.settings.push_back({Value::string("ansible_port"), Value::integer(port).with_origin(where), from});
    }
    const auto note = [&](HostId number) { host_numbers_.emplace(std::move(key), number); };
    append_indexed(hosts, note, std::move(made));
  }
  InventoryHost& host = hosts[id];
  if (!holds(host.direct, group)) {
    host.direct.push_back(group);
    groups[group].hosts.push_back(id);
  }
  return id;
}

// Searches upwards from `below` for a path to `above`.
bool Inventory::is_above(GroupId above, GroupId below) const {
  std::vector<bool> seen(groups.size());
  std::vector<GroupId> open = {below};
  while (!open.empty()) {
    context_.budget.step();
    const GroupId one = open.back();
    open.pop_back();
    for (const GroupId parent : groups[one].parents) {
      if (parent == above) return true;
      if (!seen[parent]) {
        seen[parent] = true;
        open.push_back(parent);
      }
    }
  }
  return false;
}

// Groups form a graph without cycles. The depth of a group is the longest way from `all`, because variables of deeper
// groups win. So a new edge may raise the depth of everything below it.
void Inventory::add_child(GroupId parent, GroupId child, OriginId where) {
  context_.budget.step();
  if (parent == child) {
    context_.fail(where, "group-loop", "can't add group to itself: \"" + groups[parent].name + "\".");
  }
  if (holds(groups[parent].children, child)) return;
  if (is_above(child, parent)) {
    context_.fail(where, "group-loop",
                  "Adding group '" + groups[child].name + "' as child to '" + groups[parent].name +
                      "' creates a recursive dependency loop.");
  }
  groups[parent].children.push_back(child);
  groups[child].parents.push_back(parent);
  // The groups below get a greater depth.
  std::vector<std::pair<GroupId, int>> open = {{child, groups[parent].depth + 1}};
  while (!open.empty()) {
    context_.budget.step();
    const auto [one, depth] = open.back();
    open.pop_back();
    if (groups[one].depth >= depth) continue;
    groups[one].depth = depth;
    for (const GroupId below : groups[one].children) open.emplace_back(below, depth + 1);
  }
}

void Inventory::set_host(HostId host, Setting setting) {
  context_.budget.step(setting_steps);
  // If a group has the same name, the group is meant.
  if (const auto group = find_group(hosts[host].name)) return set_group(*group, std::move(setting));
  hosts[host].settings.push_back(std::move(setting));
}

// ansible_group_priority is read by Python's int(), so "10" and 10.9 also count as 10. It decides only between groups
// of equal depth.
std::int64_t Inventory::priority_of(const Value& value, const std::string& group) {
  try {
    const Value number = python_int(value, context_.budget);
    if (number.kind() == Kind::integer) return number.as_integer();
    using Limits = std::numeric_limits<std::int64_t>;
    return big_integer_of(number).is_negative() ? Limits::min() : Limits::max();
  } catch (const LimitError&) {
    throw;
  } catch (const Error&) {
    context_.fail(value.origin(), "bad-inventory",
                  "invalid literal for int() with base 10: " + short_text(value, 60) +
                      "; the priority of the group \"" + group + "\" must be a whole number.");
  }
}

// The priority is a property of the group and no variable, so hosts do not see it.
void Inventory::set_group(GroupId group, Setting setting) {
  context_.budget.step();
  if (setting.name.is_string() && setting.name.as_string() == "ansible_group_priority") {
    groups[group].priority = priority_of(setting.value, groups[group].name);
    return;
  }
  groups[group].settings.push_back(std::move(setting));
}

// The given groups and all groups above them.
std::vector<bool> Inventory::with_ancestors(const std::vector<GroupId>& direct) const {
  std::vector<bool> in(groups.size());
  std::vector<GroupId> open = direct;
  while (!open.empty()) {
    context_.budget.step();
    const GroupId one = open.back();
    open.pop_back();
    if (in[one]) continue;
    in[one] = true;
    for (const GroupId parent : groups[one].parents) open.push_back(parent);
  }
  return in;
}

// The order in which variables of groups are merged, later ones winning: by depth, then ansible_group_priority, then
// name (Host.get_group_vars and sort_groups in ansible-core).
void Inventory::order_groups(InventoryHost& host) const {
  const std::vector<bool> in = with_ancestors(host.direct);
  host.order.clear();
  for (GroupId group = 1; group < groups.size(); ++group) {
    if (in[group]) host.order.push_back(group);
  }
  std::sort(host.order.begin(), host.order.end(), [&](GroupId a, GroupId b) {
    return std::tie(groups[a].depth, groups[a].priority, groups[a].name) <
           std::tie(groups[b].depth, groups[b].priority, groups[b].name);
  });
}

// Runs once after all sources. Only now it is known which groups have no parent and which hosts have no group.
void Inventory::finish() {
  for (GroupId group = 1; group < groups.size(); ++group) {
    if (groups[group].parents.empty()) add_child(all, group, 0);
  }
  for (HostId id = 0; id < hosts.size(); ++id) {
    InventoryHost& host = hosts[id];
    const bool has_others =
        std::any_of(host.direct.begin(), host.direct.end(), [](GroupId one) { return one != all && one != ungrouped; });
    const auto loose = std::find(host.direct.begin(), host.direct.end(), ungrouped);
    // A host is in `ungrouped` exactly if it is in no group other than `all`.
    if (has_others && loose != host.direct.end()) {
      host.direct.erase(loose);
      std::vector<HostId>& members = groups[ungrouped].hosts;
      members.erase(std::find(members.begin(), members.end(), id));
    } else if (!has_others && loose == host.direct.end()) {
      host.direct.push_back(ungrouped);
      groups[ungrouped].hosts.push_back(id);
    }
    order_groups(host);
    if (find_group(host.name)) {
      context_.warn(host.where, "same-name", "Found both group and host with same name: " + host.name + ".");
    }
  }
}

bool Inventory::is_local(std::string_view name) {
  return name == "localhost" || name == "127.0.0.1" || name == "::1";
}

// A host by its name. The local machine exists even if the inventory does not list it. Ansible calls it the implicit
// localhost: it is in no group, not even in `all`.
std::optional<HostId> Inventory::host(std::string_view name) {
  if (const auto listed = find_host(name)) return listed;
  if (!is_local(name)) return std::nullopt;
  // A host listed under any of these names is the local machine.
  for (const std::string_view local : {"localhost", "127.0.0.1", "::1"}) {
    if (const auto listed = find_host(local)) return listed;
  }
  if (!implicit_) {
    implicit_ = hosts.size();
    InventoryHost made;
    made.name = name;
    made.is_implicit = true;
    made.settings.push_back({Value::string("ansible_connection"), Value::string("local"), {}});
    hosts.push_back(std::move(made));
  }
  return implicit_;
}

// All hosts of a group and of the groups below it, each once. The result is kept, because patterns and magic variables
// ask often.
const std::vector<HostId>& Inventory::hosts_of(GroupId group) {
  const auto known = members_.find(group);
  if (known != members_.end()) return known->second;
  std::vector<HostId> members;
  std::vector<bool> seen_hosts(hosts.size());
  // Breadth-first, so hosts of the group itself precede those of groups below it.
  std::vector<bool> seen_groups(groups.size());
  std::vector<GroupId> order = {group};
  seen_groups[group] = true;
  for (std::size_t at = 0; at < order.size(); ++at) {
    context_.budget.step();
    for (const HostId host : groups[order[at]].hosts) {
      context_.budget.step();
      if (!seen_hosts[host]) members.push_back(host);
      seen_hosts[host] = true;
    }
    for (const GroupId child : groups[order[at]].children) {
      if (!seen_groups[child]) order.push_back(child);
      seen_groups[child] = true;
    }
  }
  return members_.emplace(group, std::move(members)).first->second;
}

std::vector<std::string> Inventory::group_names(HostId host) const {
  std::vector<std::string> names;
  for (const GroupId group : hosts[host].order) names.push_back(groups[group].name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace evalground::ansible
