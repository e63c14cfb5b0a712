// Hosts and groups, filled by the sources of an inventory.
//
//   [prod:children]        all ── ungrouped
//   web                     └─── prod ── web: web1, web2
//
// Groups form an acyclic graph. After all sources are read, `all` is above every group. Hosts and groups are identified
// by numbers in the order of their creation. See InventoryData, Group and Host in ansible-core.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dialects/ansible/project/settings.hpp"
#include "runtime/context.hpp"

namespace evalground::ansible {

// Converts names to a list of texts for templates.
inline Value list_of_texts(const std::vector<std::string>& names) {
  List items;
  for (const std::string& name : names) items.push_back(Value::string(name));
  return Value::list(std::move(items));
}

using HostId = std::size_t;
using GroupId = std::size_t;

struct InventoryGroup {
  std::string name;
  int depth = 0;  // length of the longest path from `all`
  std::int64_t priority = 1;
  std::vector<HostId> hosts;  // its own hosts, without those of groups below
  std::vector<GroupId> children;
  std::vector<GroupId> parents;
  Settings settings;
  OriginId where = 0;
};

struct InventoryHost {
  std::string name;
  std::vector<GroupId> direct;  // groups that list the host
  Settings settings;
  std::string file;            // first source that lists it: an absolute path or a host list, or empty
  std::string folder;          // folder of that source
  bool is_implicit = false;    // the localhost if no source lists it
  std::vector<GroupId> order;  // its groups except `all`, in the order of merging variables
  OriginId where = 0;
};

class Inventory {
 public:
  static constexpr GroupId all = 0;
  static constexpr GroupId ungrouped = 1;

  explicit Inventory(Context& context);

  std::vector<InventoryGroup> groups;
  std::deque<InventoryHost> hosts;

  // The source being read. New hosts refer to it.
  struct Source {
    std::string file;
    std::string folder;
  };
  Source source;

  std::optional<GroupId> find_group(std::string_view name) const;
  std::optional<HostId> find_host(std::string_view name) const;

  // Returns an existing group of that name or adds one. Throws Error for an empty name.
  GroupId add_group(std::string_view name, OriginId where);
  // `port`: 0 when absent. It only applies to a new host.
  HostId add_host(std::string_view name, GroupId group, std::int64_t port, std::string_view from, OriginId where);
  // Throws Error if the group would contain itself.
  void add_child(GroupId parent, GroupId child, OriginId where);
  void set_host(HostId host, Setting setting);
  // Sets a variable of a group. `ansible_group_priority` sets its priority.
  void set_group(GroupId group, Setting setting);

  // After all sources: puts groups without a parent below `all`, and hosts without a group into `ungrouped`.
  void finish();

  // Whether a name stands for the local machine, which is a host even if no source lists it.
  static bool is_local(std::string_view name);
  // A listed host, or the implicit localhost, which is created.
  std::optional<HostId> host(std::string_view name);
  // False for the implicit localhost, which is in no list of hosts.
  bool is_listed(HostId host) const { return !hosts[host].is_implicit; }
  // The number of listed hosts.
  std::size_t listed_count() const { return hosts.size() - (implicit_ ? 1 : 0); }

  // The hosts of a group: its own, then those of groups below it in breadth-first order, without duplicates. Cached.
  const std::vector<HostId>& hosts_of(GroupId group);
  // The names of a host's groups except `all`, sorted.
  std::vector<std::string> group_names(HostId host) const;

 private:
  bool is_above(GroupId above, GroupId below) const;
  std::vector<bool> with_ancestors(const std::vector<GroupId>& direct) const;
  void order_groups(InventoryHost& host) const;
  // Converts `ansible_group_priority` as int() does, clamped to 64 bits. Throws Error "bad-inventory" for other values.
  std::int64_t priority_of(const Value& value, const std::string& group);

  Context& context_;
  std::unordered_map<std::string, GroupId> group_numbers_;
  std::unordered_map<std::string, HostId> host_numbers_;
  std::optional<HostId> implicit_;
  std::unordered_map<GroupId, std::vector<HostId>> members_;
};

}  // namespace evalground::ansible
