#include "dialects/ansible/project/settings.hpp"

namespace evalground::ansible {

std::string_view level_name(Level level) {
  switch (level) {
    case Level::role_defaults: return "role_defaults";
    case Level::inventory_all: return "inventory_all";
    case Level::inventory_group: return "inventory_group";
    case Level::group_vars_all_inventory: return "group_vars_all_inventory";
    case Level::group_vars_all_play: return "group_vars_all_play";
    case Level::group_vars_inventory: return "group_vars_inventory";
    case Level::group_vars_play: return "group_vars_play";
    case Level::inventory_host: return "inventory_host";
    case Level::host_vars_inventory: return "host_vars_inventory";
    case Level::host_vars_play: return "host_vars_play";
    case Level::facts: return "facts";
    case Level::play_vars: return "play_vars";
    case Level::vars_files: return "vars_files";
    case Level::role_entry_vars: return "role_entry_vars";
    case Level::role_vars: return "role_vars";
    case Level::role_params: return "role_params";
    case Level::extra_vars: return "extra_vars";
    case Level::host_magic:
    case Level::magic: return "magic";
  }
  return {};
}

Settings settings_of(const Map& map, std::string_view from) {
  Settings settings;
  settings.reserve(map.size());
  for (const auto& [name, value] : map) {
    if (name.is_string()) settings.push_back({name, value, from});
  }
  return settings;
}

}  // namespace evalground::ansible
