#include "dialects/ansible/setting_places.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/text/number.hpp"
#include "base/text/path.hpp"
#include "value/members.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view no_template = "variables.txt";

// The folder of `group_vars` or `host_vars` in a path: "inv" for "inv/group_vars/web.yml".
std::optional<std::string> variables_folder(std::string_view path) {
  for (const std::string_view kind : {"group_vars/", "host_vars/"}) {
    if (path.starts_with(kind)) return std::string();
    const std::size_t at = path.find("/" + std::string(kind));
    if (at != std::string_view::npos) return std::string(path.substr(0, at));
  }
  return std::nullopt;
}

std::string folder_of(const std::string& path) {
  const std::string_view folder = directory_name(path);
  return folder == "." ? std::string() : std::string(folder);
}

// The folders whose `group_vars` and `host_vars` Ansible reads: those of the inventories, then that of the playbook.
std::vector<std::string> read_folders(const Map& files, const Value* inventory, const std::string& playbook) {
  std::vector<std::string> folders;
  const auto add = [&](const Value& source) {
    if (!source.is_string() || source.as_string().find(',') != std::string_view::npos) return;  // a list of hosts
    const std::string path = normalise_path(source.as_string());
    const bool is_folder = !files.contains(path) && std::any_of(files.begin(), files.end(), [&](const auto& entry) {
      return entry.key.as_string().starts_with(path + "/");
    });
    folders.push_back(is_folder ? path : folder_of(path));
  };
  if (inventory != nullptr && inventory->is_list()) {
    std::for_each(inventory->as_list().begin(), inventory->as_list().end(), add);
  } else if (inventory != nullptr) {
    add(*inventory);
  }
  folders.push_back(folder_of(playbook));
  return folders;
}

// Those of the folders that have such files already. Without any, the folder of the file that sets the variable now, or
// the first one with such files, or the playbook's.
std::vector<std::string> variables_folders(const Map& files, const std::vector<std::string>& read,
                                           const std::string& from) {
  constexpr std::size_t most_folders = 3;
  std::unordered_set<std::string> known;
  std::string first = read.back();
  for (const auto& [name, content] : files) {
    const auto folder = variables_folder(name.as_string());
    if (folder && known.insert(*folder).second && known.size() == 1) first = *folder;
  }
  std::vector<std::string> folders;
  for (const std::string& folder : read) {
    const bool is_new = std::find(folders.begin(), folders.end(), folder) == folders.end();
    if (known.contains(folder) && is_new && folders.size() < most_folders) folders.push_back(folder);
  }
  if (folders.empty()) folders.push_back(variables_folder(from).value_or(first));
  return folders;
}

// `web.yml`, or a file that has the variables of `web` already.
std::string file_for(const Map& files, const std::string& folder, std::string_view kind, const std::string& name) {
  const std::string start = join_path(join_path(folder, kind), name);
  for (const std::string_view ending :
       {".yml", ".yaml", ".json", "", "/main.yml", "/main.yaml", "/vars.yml", "/vars.yaml"}) {
    if (files.contains(start + std::string(ending))) return start + std::string(ending);
  }
  for (const auto& [path, content] : files) {
    const std::string_view own = path.as_string();
    if (own.starts_with(start + "/") && (own.ends_with(".yml") || own.ends_with(".yaml"))) return std::string(own);
  }
  return start + ".yml";
}

// The number of the play in `site.yml#2`, from 0.
std::int64_t play_number(const std::string& play) {
  const std::size_t mark = play.rfind('#');
  if (mark == std::string::npos) return 0;
  const auto number = parse_integer(std::string_view(play).substr(mark + 1));
  return number && number.value > 0 ? number.value - 1 : 0;
}

// The folder of the role whose tasks are asked about, or else of the one that sets the variable now: "roles/web" for
// `web`, or for "roles/web/defaults/main.yml".
std::optional<std::string> role_folder(const Map& files, const std::string& role, std::string_view from) {
  if (role == ".") return std::string();
  constexpr std::string_view roles = "roles/";
  const std::string wanted = std::string(roles) + role + "/";
  const auto folder_of = [&](std::string_view path) -> std::optional<std::string> {
    const std::size_t at = path.find(role.empty() ? roles : wanted);
    if (at == std::string_view::npos || (at > 0 && path[at - 1] != '/')) return std::nullopt;
    const std::size_t end = path.find('/', at + roles.size());
    return end == std::string_view::npos ? std::nullopt : std::optional(std::string(path.substr(0, end)));
  };
  if (role.empty()) return folder_of(from);
  for (const auto& [path, content] : files) {
    if (const auto folder = folder_of(path.as_string())) return folder;
  }
  return std::nullopt;
}

// Of ["value", "variables", "port", "values", "web2"].
std::optional<List> called_by_host(const List& path, const Map& workspace) {
  const bool is_value = path.size() >= 5 && path[1].is_text("variables") && path[3].is_text("values");
  if (!is_value || path[4].is_text(text_member(map_member(workspace, "options"), "host"))) return std::nullopt;
  List called{Value::string("hosts"), path[4], path[2]};
  called.insert(called.end(), path.begin() + 5, path.end());
  return called;
}

}  // namespace

Elsewhere other_hosts(const Map& workspace) {
  if (text_member(workspace, "operation") != "host") return {};
  Map all = workspace;
  all.set("operation", Value::string("matrix"));
  // With a template as its main file, which is the first file by default, a matrix shows rendered texts.
  all.erase("expression");
  all.set("main", Value::string(no_template));
  Map files{{no_template, Value::string("")}};
  for (const auto& [name, content] : map_member(workspace, "files")) files.set(name, content);
  all.set("files", Value::map(std::move(files)));
  return {std::move(all), called_by_host};
}

std::vector<SettingPlace> setting_places(const Map& workspace, const Map& outcome, const List& path) {
  const bool is_variable = path.size() >= 4 && path[0].is_text("value") && path[1].is_text("variables") &&
                           path[2].is_string() && path[3].is_text("value");
  if (!is_variable) return {};
  const Value& name = path[2];
  const List whole(path.begin(), path.begin() + 4);
  const Map& result = map_member(outcome, "value");
  const Map& files = map_member(workspace, "files");
  const std::string main(text_member(workspace, "main"));
  const std::string play(text_member(map_member(workspace, "options"), "play"));
  const std::string playbook = play.empty() ? main : play.substr(0, play.rfind('#'));
  const std::string from(text_member(map_member(map_member(result, "variables"), name.as_string()), "from"));
  std::vector<SettingPlace> places;
  const auto add = [&](std::string file, List where, std::string level) {
    places.push_back({std::move(file), std::move(where), std::move(level), whole});
  };
  const Value* groups = result.find("groups");
  const std::string host(text_member(result, "host"));
  const Value* inventory = map_member(workspace, "options").find("inventory");
  for (const std::string& folder : variables_folders(files, read_folders(files, inventory, playbook), from)) {
    add(file_for(files, folder, "group_vars", "all"), {name}, "all hosts");
    for (const Value& group : groups != nullptr && groups->is_list() ? groups->as_list() : List()) {
      const std::string own = group.is_string() ? std::string(group.as_string()) : std::string();
      if (own.empty() || own == "all" || own == "ungrouped") continue;
      add(file_for(files, folder, "group_vars", own), {name}, "the group " + own);
    }
    if (!host.empty()) add(file_for(files, folder, "host_vars", host), {name}, "the host " + host);
  }
  if (files.contains(playbook)) {
    add(playbook, {Value::integer(play_number(play)), Value::string("vars"), name}, "the play");
  }
  const std::string role(text_member(map_member(workspace, "options"), "role"));
  if (const auto own = role_folder(files, role, from)) {
    const std::string called = own->empty() ? std::string() : " " + std::string(base_name(*own));
    add(file_for(files, *own, "vars", "main"), {name}, "the role" + called);
  }
  add("", {Value::string("vars"), name}, "the command line (-e)");
  return places;
}

}  // namespace evalground::ansible
