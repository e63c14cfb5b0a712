// Assignments of variables, and the levels at which they are made: who overrides whom.
//
//   port: 80      in group_vars/web.yml     {port, 80, group_vars/web.yml} at group_vars_play of the group web
//
// A level says where an assignment stands in the order of precedence (lowest first). Several layers may have one level:
// each group and each file is a layer of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground::ansible {

struct Setting {
  Value name;
  Value value;            // as written
  std::string_view from;  // the file, by its name among the workspace's; empty: no file
};
using Settings = std::vector<Setting>;

enum class Level : std::uint8_t {
  role_defaults,
  inventory_all,
  inventory_group,
  group_vars_all_inventory,
  group_vars_all_play,
  group_vars_inventory,
  group_vars_play,
  inventory_host,
  host_magic,  // what a host knows of itself, which files may override
  host_vars_inventory,
  host_vars_play,
  facts,
  play_vars,
  vars_files,
  role_entry_vars,
  role_vars,
  role_params,
  extra_vars,
  magic
};

// The word for it in results; `host_magic` is "magic" as well.
std::string_view level_name(Level level);

struct Layer {
  Level level;
  std::string_view owner;    // the group or role, where the level has one
  const Settings* settings;  // never null
};

// The assignments of a map, in order; keys that are no text are left out.
Settings settings_of(const Map& map, std::string_view from);

}  // namespace evalground::ansible
