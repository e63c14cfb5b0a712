// Hosts and groups, as the sources of an inventory fill them.
//
//   [prod:children]        all ── ungrouped
//   web                     └─── prod ── web: web1, web2
//
// Groups form a graph without cycles; `all` is above every group once all sources are read. Hosts and groups are known
// by their numbers, in the order in which they were met. By ansible-core's InventoryData, Group and Host.
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

// Names as templates see them.
inline Value list_of_texts(const std::vector<std::string>& names) {
  List items;
  for (const std::string& name : names) items.push_back(Value::string(name));
  return Value::list(std::move(items));
}

using HostId = std::size_t;
using GroupId = std::size_t;

struct InventoryGroup {
  std::string name;
  int depth = 0;  // the longest way from `all`
  std::int64_t priority = 1;
  std::vector<HostId> hosts;  // its own, not those of groups below
  std::vector<GroupId> children;
  std::vector<GroupId> parents;
  Settings settings;
  OriginId where = 0;
};

struct InventoryHost {
  std::string name;
  std::vector<GroupId> direct;  // that list it
  Settings settings;
  std::string file;            // the source that named it first, an absolute path or a host list; empty: none
  std::string folder;          // of that source
  bool is_implicit = false;    // the localhost that is not listed
  std::vector<GroupId> order;  // its groups but `all`, in the order in which their variables are merged
  OriginId where = 0;
};

class Inventory {
 public:
  static constexpr GroupId all = 0;
  static constexpr GroupId ungrouped = 1;

  explicit Inventory(Context& context);

  std::vector<InventoryGroup> groups;
  std::deque<InventoryHost> hosts;

  // The source that is being read: new hosts come from it.
  struct Source {
    std::string file;
    std::string folder;
  };
  Source source;

  std::optional<GroupId> find_group(std::string_view name) const;
  std::optional<HostId> find_host(std::string_view name) const;

  // Throws Error for an empty name. What is there already is given.
  GroupId add_group(std::string_view name, OriginId where);
  // `port`: 0 for none; only a new host takes it.
  HostId add_host(std::string_view name, GroupId group, std::int64_t port, std::string_view from, OriginId where);
  // Throws Error for a group within itself.
  void add_child(GroupId parent, GroupId child, OriginId where);
  void set_host(HostId host, Setting setting);
  // The priority is taken from the variables.
  void set_group(GroupId group, Setting setting);

  // After all sources: what hangs nowhere comes below `all`, hosts without a group into `ungrouped`.
  void finish();

  // A name that stands for the machine itself: it is a host even when nobody lists it.
  static bool is_local(std::string_view name);
  // A listed host, or the implicit localhost, which is made.
  std::optional<HostId> host(std::string_view name);
  // The implicit localhost is in no list of hosts; null: it was not asked for, or is listed.
  bool is_listed(HostId host) const { return !hosts[host].is_implicit; }
  // How many hosts are listed.
  std::size_t listed_count() const { return hosts.size() - (implicit_ ? 1 : 0); }

  // Hosts of a group: its own, then those of groups below it breadth first, each once. Remembered.
  const std::vector<HostId>& hosts_of(GroupId group);
  // The names of a host's groups without `all`, sorted.
  std::vector<std::string> group_names(HostId host) const;

 private:
  bool is_above(GroupId above, GroupId below) const;
  std::vector<bool> with_ancestors(const std::vector<GroupId>& direct) const;
  void order_groups(InventoryHost& host) const;
  // `ansible_group_priority` as int() reads it, past 64 bits the nearest. Throws Error "bad-inventory" for what is
  // none.
  std::int64_t priority_of(const Value& value, const std::string& group);

  Context& context_;
  std::unordered_map<std::string, GroupId> group_numbers_;
  std::unordered_map<std::string, HostId> host_numbers_;
  std::optional<HostId> implicit_;
  std::unordered_map<GroupId, std::vector<HostId>> members_;
};

}  // namespace evalground::ansible
