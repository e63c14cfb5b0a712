// Assignments of variables and the levels at which they are made, which decide about precedence.
//
//   port: 80      in group_vars/web.yml     {port, 80, group_vars/web.yml} at group_vars_play of the group web
//
// A level is a place in the order of precedence, lowest first. Several layers may have the same level: each group and
// each file is a layer of its own.
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
  std::string_view from;  // name of the file in the workspace; empty: not from a file
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
  host_magic,  // about the host itself; files may override it
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

// The name of a level in results. `host_magic` is "magic" as well.
std::string_view level_name(Level level);

struct Layer {
  Level level;
  std::string_view owner;    // the group or role, if the level has one
  const Settings* settings;  // never null
};

// The assignments of a map, in order. Keys that are not text are skipped.
Settings settings_of(const Map& map, std::string_view from);

}  // namespace evalground::ansible
