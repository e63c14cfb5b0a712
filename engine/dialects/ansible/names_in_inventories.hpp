// The names in inventories: hosts, groups and their variables, with the places in playbooks and templates that name a
// host or a group.
//
//   [web]                      hosts: web:!old            {{ groups['web'] }}
//   web1 port=81               delegate_to: web1          {{ hostvars['web1'].port }}
#pragma once

#include <cstdint>
#include <string_view>

#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/language/language.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground::ansible {

// By the path and the first lines.
bool is_ini_inventory(std::string_view path, std::string_view text);
bool is_yaml_inventory(std::string_view path, std::string_view text);

void define_in_ini_inventory(Context& context, std::uint32_t file, Reading& reading);
// Adds what the templates in its values refer to.
void read_ini_inventory_names(Context& context, std::uint32_t file, const jinja2::Syntax& syntax, Reading& reading);
void define_in_yaml_inventory(Context& context, const YamlText& yaml, std::uint32_t file, Reading& reading);

// Adds the hosts and groups that a template names. Only those of an inventory are known.
void refer_to_hosts(const Pieces& pieces, std::uint32_t file, Reading& reading);
// The same for a pattern of a play, `web:&prod,!web1`, at that place.
void refer_to_pattern(std::string_view pattern, const Stretch& at, Reading& reading);
// The file of a host's or a group's variables, such as `group_vars/web.yml`, is a place of its name.
void refer_by_path(std::string_view path, std::uint32_t file, Reading& reading);

}  // namespace evalground::ansible
