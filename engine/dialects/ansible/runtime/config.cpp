#include "dialects/ansible/runtime/config.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/data/ini.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view config_file = "ansible.cfg";

// The keys that would change what a template sees or gives, by section. Settings of connections, of the output and of
// tasks are not among them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 35> ignored = {{
    {"defaults", "allow_unsafe_lookups"},
    {"defaults", "collections_path"},
    {"defaults", "collections_paths"},
    {"defaults", "duplicate_dict_key"},
    {"defaults", "executable"},
    {"defaults", "fact_caching"},
    {"defaults", "filter_plugins"},
    {"defaults", "force_valid_group_names"},
    {"defaults", "forks"},
    {"defaults", "inventory_ignore_extensions"},
    {"defaults", "inventory_ignore_patterns"},
    {"defaults", "inventory_plugins"},
    {"defaults", "lookup_plugins"},
    {"defaults", "module_compression"},
    {"defaults", "null_representation"},
    {"defaults", "pipelining"},
    {"defaults", "playbook_dir"},
    {"defaults", "playbook_vars_root"},
    {"defaults", "plugin_filters_cfg"},
    {"defaults", "private_role_vars"},
    {"defaults", "remote_port"},
    {"defaults", "remote_user"},
    {"defaults", "test_plugins"},
    {"defaults", "timeout"},
    {"defaults", "transport"},
    {"defaults", "vars_plugins"},
    {"defaults", "vars_plugins_enabled"},
    {"defaults", "vault_identity_list"},
    {"defaults", "vault_password_file"},
    {"defaults", "yaml_valid_extensions"},
    {"inventory", "enable_plugins"},
    {"inventory", "ignore_extensions"},
    {"inventory", "ignore_patterns"},
    {"jinja2", "dont_type_filters"},
    {"tags", "run"},
}};

// Removes comments that begin with `;` behind a blank, in each line of a value.
std::string without_comments(std::string_view value) {
  std::string text;
  bool is_first = true;
  for (std::string_view line : Split(value, "\n")) {
    for (std::size_t at = line.find(';'); at != std::string_view::npos; at = line.find(';', at + 1)) {
      if (at != 0 && line[at - 1] != ' ' && line[at - 1] != '\t') continue;
      line = line.substr(0, at);
      break;
    }
    if (!is_first) text += '\n';
    is_first = false;
    text += trim(line);
  }
  return text;
}

}  // namespace

Config::Config(const Workspace& workspace, Budget& budget) {
  const Value* text = workspace.files.find(config_file);
  if (text == nullptr || !text->is_string()) return;
  const IniFile file(text->as_string(), {}, budget);
  for (const std::string_view name : {"defaults", "inventory", "jinja2", "tags"}) {
    const IniFile::Section* section = file.section(name);
    if (section == nullptr) continue;
    for (const auto& [key, value] : section->options) {
      if (value) entries_.push_back({std::string(name), key, without_comments(*value)});
    }
  }
}

std::optional<std::string> Config::text(std::string_view key) const {
  for (const Entry& entry : entries_) {
    if (entry.section == "defaults" && entry.key == key) return entry.value;
  }
  return std::nullopt;
}

bool Config::flag(std::string_view key, bool usual) const {
  const std::optional<std::string> written = text(key);
  if (!written) return usual;
  const std::string word = to_lower(*written);
  for (const std::string_view yes : {"true", "t", "yes", "y", "on", "1", "1.0"}) {
    if (word == yes) return true;
  }
  return false;
}

std::vector<std::string> Config::list(std::string_view key, std::string_view separator) const {
  std::vector<std::string> items;
  const std::optional<std::string> written = text(key);
  if (!written) return items;
  for (const std::string_view item : Split(*written, separator)) {
    if (!trim(item).empty()) items.emplace_back(trim(item));
  }
  return items;
}

OriginId Config::place(Context& context, std::string_view word) {
  const std::optional<std::uint32_t> file = context.files.source(config_file);
  if (!file) return 0;
  const auto end = static_cast<std::uint32_t>(context.sources.text(*file).size());
  const OriginId whole = context.sources.add({*file, 0, end, Via::literal, 0, false});
  const std::optional<Origin> found = context.sources.find_name(whole, word);
  return found ? context.sources.add(*found) : whole;
}

void Config::warn_of_ignored(Context& context) const {
  for (const Entry& entry : entries_) {
    const bool is_ignored = std::any_of(ignored.begin(), ignored.end(), [&](const auto& one) {
      return one.first == entry.section && one.second == entry.key;
    });
    if (!is_ignored) continue;
    context.warn(place(context, entry.key), "setting-ignored",
                 "The setting " + quote(entry.key) + " of ansible.cfg is not followed here, and may change results.");
  }
  if (context.workspace.files.find(config_file) != nullptr) return;
  for (const auto& [name, content] : context.workspace.files) {
    context.budget.step();
    if (!name.is_string() || !name.as_string().ends_with("/ansible.cfg")) continue;
    context.warn(
        0, "setting-ignored",
        "The file " + quote(name.as_string()) +
            " is not read: Ansible reads the ansible.cfg of the folder in which it is started, here the root.");
  }
}

}  // namespace evalground::ansible
