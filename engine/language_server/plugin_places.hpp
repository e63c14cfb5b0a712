// Where a repository of Ansible defines its own plugins: filters, tests, lookups and modules in Python.
//
//   {{ x | to_kube }}          filter_plugins/*.py with 'to_kube': the function after the colon
//   lookup('secret', 'a')      lookup_plugins/secret.py
//   - my_module: {a: 1}        library/my_module.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

struct PluginPlace {
  std::string file;  // a key of `programs`
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// The plugin that the word at an offset of a text names. `programs`: texts in Python by their paths.
std::optional<PluginPlace> plugin_at(std::string_view text, std::size_t offset, const Map& programs);

}  // namespace evalground::language_server
