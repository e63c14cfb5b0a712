#include "dialects/ansible/project/inventory_sources.hpp"

#include <algorithm>

#include "base/crypto/vault.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/host_names.hpp"
#include "dialects/ansible/project/ini_inventory.hpp"
#include "dialects/ansible/project/structured_inventory.hpp"

namespace evalground::ansible {
namespace {

// Files that Ansible ignores in folders of inventories.
bool is_ignored(std::string_view name) {
  if (name.starts_with('.') || name == "group_vars" || name == "host_vars" || name == "vars_plugins") return true;
  constexpr std::string_view endings[] = {".pyc", ".pyo", ".swp",  ".bak", "~",    ".rpm",  ".md",
                                          ".txt", ".rst", ".orig", ".ini", ".cfg", ".retry"};
  return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view end) { return name.ends_with(end); });
}

// Whether a text can only be a YAML inventory. Then the error of the YAML parser is the one to report.
bool looks_like_yaml(std::string_view text) {
  for (const std::string_view line : Split(text, "\n")) {
    const std::string_view trimmed = trim(line);
    if (trimmed.empty() || trimmed[0] == '#') continue;
    return trimmed == "---" || trimmed == "all:";
  }
  return false;
}

}  // namespace

std::string place_of(std::string_view path) {
  const std::string normal = normalise_path(path);
  if (normal == "." || normal == Files::mount) return {};
  if (const auto resolved = Files::resolve(normal)) return *resolved;
  return normal;
}

void InventorySources::add(const std::string& source) {
  const std::string place = place_of(source);
  if (source.find(',') != std::string::npos && !documents_.file(place)) {
    names_.push_back(source);
    return add_hosts(source);
  }
  if (documents_.is_folder(place)) {
    names_.push_back(place.empty() ? std::string(Files::mount) : Files::absolute(place));
    folders_.push_back(place);
    return add_folder(place);
  }
  const auto file = documents_.file(place);
  if (!file) {
    const std::vector<std::string_view>& known = documents_.files();
    context_.fail_name(0, "no-inventory", "The inventory " + quote(source) + " is not among the files.", source,
                       nearest_name(source, known).value_or(""));
  }
  names_.push_back(Files::absolute(place));
  folders_.emplace_back(directory_name(place));
  add_file(*file);
}

void InventorySources::add_hosts(std::string_view list) {
  inventory_.source = {std::string(list), {}};
  for (const std::string_view one : Split(list, ",")) {
    const std::string_view name = trim(one);
    if (name.empty()) continue;
    const HostAddress address = parse_host_address(name);
    const bool is_range = address.name.find('[') != std::string::npos;
    inventory_.add_host(is_range ? name : std::string_view(address.name), Inventory::ungrouped,
                        is_range ? 0 : address.port, {}, 0);
  }
}

void InventorySources::add_folder(const std::string& folder) {
  const Depth depth = context_.budget.enter();
  for (const Documents::Entry& entry : documents_.entries(folder)) {
    context_.budget.step();
    if (is_ignored(entry.name)) continue;
    const std::string path = join_path(folder, entry.name);
    if (entry.is_folder) {
      add_folder(path);
    } else {
      add_file(*documents_.file(path));
    }
  }
}

void InventorySources::add_data(std::string_view file, const Value& data, bool is_json) {
  const Map& map = data.as_map();
  if (is_json && is_script_inventory(map)) return read_script_inventory(context_, inventory_, map, file);
  if (const Value* plugin = map.find("plugin"); plugin != nullptr && !plugin->is_map() && !plugin->is_null()) {
    context_.warn(data.origin(), "inventory-plugin",
                  "The file " + quote(file) +
                      " is the configuration of an inventory plugin, which needs the outside: it gives no hosts here. "
                      "Paste what `ansible-inventory --list` prints instead.");
    return;
  }
  read_yaml_inventory(context_, inventory_, map, file);
}

void InventorySources::add_file(std::string_view file) {
  inventory_.source = {Files::absolute(file), Files::absolute(directory_name(file))};
  if (directory_name(file).empty()) inventory_.source.folder = Files::mount;
  const std::optional<std::uint32_t> source = context_.files.source(file);
  if (!source) {
    context_.fail(0, "binary-file", "The inventory " + quote(file) + " is binary; it must be text.");
  }
  const std::string_view text = context_.sources.text(*source);
  const std::string_view extension = path_extension(file);
  const bool may_be_yaml =
      extension.empty() || extension == ".yml" || extension == ".yaml" || extension == ".json" || is_vault_text(text);
  if (may_be_yaml) {
    // INI files often start with a section, which is never JSON and rarely YAML.
    const bool is_certain = !extension.empty() || is_vault_text(text) || looks_like_yaml(text);
    const Value* data = recover([&]() -> const Value* { return &documents_.read(file); },
                                [&](const Error& error) -> const Value* {
                                  if (is_certain) throw error;
                                  return nullptr;
                                });
    const bool is_json = Documents::looks_like_json(text);
    if (data != nullptr && data->is_map()) return add_data(file, *data, is_json);
    if (data != nullptr && data->is_null()) return;
    if (is_certain && data != nullptr) {
      context_.fail(data->origin(), "bad-inventory",
                    "An inventory in YAML must be a map of groups, not " + with_article(kind_name(data->kind())) + ".");
    }
  }
  read_ini_inventory(context_, inventory_, *source, file);
}

}  // namespace evalground::ansible
