#include "dialects/ansible/used_files.hpp"

#include <algorithm>
#include <set>

#include "base/text/any_of.hpp"
#include "base/text/path.hpp"
#include "dialects/ansible/names_in_inventories.hpp"
#include "dialects/ansible/names_of_hosts.hpp"
#include "runtime/language/sharing.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground::ansible {
namespace {

// A kind of symbols that have no place, and so are in no answer. Their parameters are the folders of a role.
constexpr std::string_view role_folders = "folders of a role";
constexpr std::string_view file_lookups[] = {"file", "template", "unvault", "csvfile", "ini", "first_found"};
constexpr std::string_view offering_keys[] = {"include_tasks", "import_tasks", "include_vars", "vars_files",
                                              "template",      "copy",         "script"};
constexpr std::string_view yaml_endings[] = {"", ".yml", ".yaml"};

// Folders in which Ansible looks for what a key names.
std::string_view folder_for(std::string_view key) {
  if (key.ends_with("template")) return "templates";
  if (key == "include_vars" || key == "vars_files") return "vars";
  if (key.ends_with("tasks") || key == "include") return "tasks";
  return key == "import_playbook" ? "" : "files";
}

bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() || (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

// Calls `f` with the folder of a file and each folder around it, until it returns true.
template <class F>
void each_folder(std::string_view file, const F& f) {
  for (std::string_view folder = directory_name(file);; folder = directory_name(folder)) {
    if (f(folder) || folder.empty() || folder == "/") return;
  }
}

void offer_roles(Context& context, Caret& cursor) {
  std::set<std::string> names;
  for (const auto& [path, content] : context.workspace.files) {
    context.budget.step();
    const std::string_view folder = path.is_string() ? role_around(path.as_string()) : std::string_view();
    if (!folder.empty()) names.emplace(base_name(folder));
  }
  for (const std::string& name : names) cursor.offers.push_back({name, "file", "role"});
}

// Those in the folder that Ansible keeps for the key, in a role beside the folder of the document.
void offer_files_for(Context& context, const std::string& own, std::string_view key, Caret& cursor) {
  const std::string_view folder = directory_name(own);
  const std::string_view kept = folder_for(key);
  const std::string below = join_path(folder, kept);
  const std::string beside = join_path(directory_name(folder), kept);
  for (const auto& [path, content] : context.workspace.files) {
    context.budget.step();
    const std::string_view name = path.as_string();
    if (name == own) continue;
    for (const std::string& base : {below, beside}) {
      if (is_below(name, base)) cursor.offers.push_back({std::string(name.substr(base.size() + 1)), "file"});
    }
  }
}

}  // namespace

std::string_view role_around(std::string_view path) {
  constexpr std::string_view roles = "roles/";
  for (std::size_t at = path.rfind(roles); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : path.rfind(roles, at - 1)) {
    if (at > 0 && path[at - 1] != '/') continue;
    const std::size_t end = path.find('/', at + roles.size());
    if (end != std::string_view::npos) return path.substr(0, end);
  }
  return {};
}

void collect_roles(Context& context, Reading& reading) {
  if (reading.find(role_folders, "", "") != nullptr) return;
  reading.symbol(role_folders, "", "");
  std::set<std::string_view> seen;
  for (const auto& [path, content] : context.workspace.files) {
    context.budget.step();
    const std::string_view folder = path.is_string() ? role_around(path.as_string()) : std::string_view();
    if (folder.empty() || !seen.insert(folder).second) continue;
    reading.symbols[reading.symbol(role_folders, "", base_name(folder))].parameters.emplace_back(folder);
  }
}

std::vector<std::string> folders_of_role(const Reading& reading, std::string_view name, std::string_view from) {
  const evalground::Symbol* known = reading.find(role_folders, "", name.substr(name.rfind('.') + 1));
  if (known == nullptr || name.empty()) return {};
  std::vector<std::string> nearest;
  each_folder(from, [&](std::string_view folder) {
    for (const std::string& one : known->parameters) {
      // "playbooks/roles/web" belongs to "playbooks".
      if (directory_name(directory_name(one)) == folder) nearest.push_back(one);
    }
    return !nearest.empty();
  });
  return nearest.empty() ? known->parameters : nearest;
}

std::optional<std::string> file_of_role(const Context& context, std::string_view folder, std::string_view part,
                                        std::string_view name) {
  for (const std::string_view ending : yaml_endings) {
    const std::string path = join_path(join_path(folder, part), std::string(name) + std::string(ending));
    if (context.workspace.files.contains(path)) return path;
  }
  return std::nullopt;
}

std::optional<std::string> used_file(const Context& context, std::string_view from, std::string_view key,
                                     std::string_view name) {
  if (name.empty() || is_absolute_path(name)) return std::nullopt;
  const std::string_view kept = folder_for(key);
  std::optional<std::string> found;
  each_folder(from, [&](std::string_view folder) {
    for (const std::string& base : {std::string(folder), join_path(folder, kept)}) {
      const std::string path = normalise_path(join_path(base, name));
      if (path == from || !context.workspace.files.contains(path)) continue;
      found = path;
      return true;
    }
    return false;
  });
  return found;
}

std::vector<std::string> used_folder(Context& context, std::string_view from, std::string_view name) {
  std::vector<std::string> files;
  if (name.empty() || is_absolute_path(name)) return files;
  each_folder(from, [&](std::string_view folder) {
    for (const std::string& base : {join_path(folder, "vars"), std::string(folder)}) {
      const std::string path = normalise_path(join_path(base, name));
      for (const auto& [file, content] : context.workspace.files) {
        context.budget.step();
        const std::string_view own = file.as_string();
        if (is_below(own, path) && (is_yaml_path(own) || own.ends_with(".json"))) files.emplace_back(own);
      }
      if (!files.empty()) return true;
    }
    return false;
  });
  return files;
}

void offer_used_files(Context& context, std::uint32_t file, const std::vector<std::string_view>& keys, Caret& cursor) {
  std::size_t last = keys.size();
  while (last > 0 && keys[last - 1].empty()) --last;
  const auto key_at = [&](std::size_t end) {
    return end == 0 ? std::string_view() : keys[end - 1].substr(keys[end - 1].rfind('.') + 1);
  };
  const std::string_view key = key_at(last);
  const std::string_view around = key_at(last == 0 ? 0 : last - 1);
  // An item of a list of roles has the empty key between.
  const std::string_view list = key_at(last < 2 ? 0 : last - 2);
  const bool is_role_of_item = key == "role" && (list == "roles" || list == "dependencies");
  const bool is_role = is_role_of_item || key == "roles" || key == "dependencies";
  if (is_role || (key == "name" && around.ends_with("_role"))) return offer_roles(context, cursor);
  const std::string_view used = key == "src" || key == "file" ? around : key;
  if (contains(offering_keys, used)) offer_files_for(context, context.sources.path(file), used, cursor);
}

void refer_to_looked_up_files(Context& context, const Pieces& pieces, std::uint32_t file, Reading& reading) {
  const auto is_text = [&](std::size_t at) { return at < pieces.size() && pieces[at].kind == Piece::Kind::text; };
  for (std::size_t at = 0; at + 5 < pieces.size(); ++at) {
    const bool is_lookup = pieces[at].is("lookup") || pieces[at].is("query") || pieces[at].is("q");
    if (!is_lookup || !pieces[at + 1].is("(") || !is_text(at + 2) || !is_text(at + 4)) continue;
    // A name that is made of parts is not known.
    const bool is_whole = pieces[at + 5].is(")") || pieces[at + 5].is(",");
    std::string_view lookup = without_quotes(pieces[at + 2].text);
    lookup = lookup.substr(lookup.rfind('.') + 1);
    if (!is_whole || !contains(file_lookups, lookup)) continue;
    const Piece& name = pieces[at + 4];
    const auto path = used_file(context, context.sources.path(file), lookup, without_quotes(name.text));
    if (!path) continue;
    if (reading.has_references(file)) reading.links.push_back({file, *path});
    reading.refer(reading.symbol("file", "", Files::absolute(*path)), {file, name.begin + 1, name.end - 1});
  }
}

// A role is a unit of all of its files, a playbook is one alone. Inventories and their variables are for all. So is a
// file outside of roles that nothing is known to use: a task may name it by an expression.
void connect_plays(Context& context, Reading& reading) {
  if (!reading.has_references()) return;
  std::set<std::string_view> used;
  for (const Link& link : reading.links) used.insert(link.to);
  Sharing sharing(context.budget);
  const auto unit_of = [&](std::uint32_t file) {
    const std::string& path = context.sources.path(file);
    if (const std::string_view role = role_around(path); !role.empty()) return sharing.unit(role);
    const bool is_inventory =
        path.find("group_vars/") != std::string::npos || path.find("host_vars/") != std::string::npos ||
        is_ini_inventory(path, context.sources.text(file)) || is_yaml_inventory(path, context.sources.text(file));
    if (is_inventory) return sharing.unit("");
    const std::uint32_t unit = sharing.unit(path);
    if (!used.contains(path)) sharing.open(unit);
    return unit;
  };
  std::unordered_map<std::uint32_t, std::uint32_t> units;
  const auto known_unit_of = [&](std::uint32_t file) {
    const auto [found, is_new] = units.emplace(file, 0);
    if (is_new) found->second = unit_of(file);
    return found->second;
  };
  for (const Mention& mention : reading.mentions) {
    context.budget.step();
    sharing.put(mention.at.file, known_unit_of(mention.at.file));
  }
  for (const Link& link : reading.links) {
    context.budget.step();
    const std::uint32_t from = known_unit_of(link.from);
    if (link.to == every_role) {
      for (const evalground::Symbol& symbol : reading.symbols) {
        if (symbol.kind != role_folders) continue;
        for (const std::string& folder : symbol.parameters) sharing.link(from, sharing.unit(folder));
      }
      continue;
    }
    const std::string below = link.to + "/";
    const std::string_view role = role_around(below);
    sharing.link(from, sharing.unit(role.empty() ? std::string_view(link.to) : role));
  }
  static constexpr std::string_view kinds[] = {"variable", "handler"};
  sharing.split(reading, kinds);
}

}  // namespace evalground::ansible
