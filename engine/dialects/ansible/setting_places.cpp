#include "dialects/ansible/setting_places.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/number.hpp"
#include "base/text/path.hpp"
#include "value/members.hpp"

namespace evalground::ansible {
namespace {

// The folder that has `group_vars` and `host_vars`: that of the file that sets the variable now, or the first one with
// such a folder, or the playbook's.
std::string variables_folder(const Map& files, const std::string& from, const std::string& main) {
  const auto folder_of = [](std::string_view path) -> std::optional<std::string> {
    for (const std::string_view kind : {"group_vars/", "host_vars/"}) {
      if (path.starts_with(kind)) return std::string();
      const std::size_t at = path.find("/" + std::string(kind));
      if (at != std::string_view::npos) return std::string(path.substr(0, at));
    }
    return std::nullopt;
  };
  if (const auto own = folder_of(from)) return *own;
  for (const auto& [name, content] : files) {
    if (const auto own = folder_of(name.as_string())) return *own;
  }
  const std::string_view folder = directory_name(main);
  return folder == "." ? std::string() : std::string(folder);
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
  // A matrix with a document shows that for each host, and not the variables.
  all.erase("main");
  all.erase("expression");
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
  const std::string folder = variables_folder(files, from, playbook);
  std::vector<SettingPlace> places;
  const auto add = [&](std::string file, List where, std::string level) {
    places.push_back({std::move(file), std::move(where), std::move(level), whole});
  };
  add(file_for(files, folder, "group_vars", "all"), {name}, "all hosts");
  if (const Value* groups = result.find("groups"); groups != nullptr && groups->is_list()) {
    for (const Value& group : groups->as_list()) {
      const std::string own = group.is_string() ? std::string(group.as_string()) : std::string();
      if (own.empty() || own == "all" || own == "ungrouped") continue;
      add(file_for(files, folder, "group_vars", own), {name}, "the group " + own);
    }
  }
  const std::string host(text_member(result, "host"));
  if (!host.empty()) add(file_for(files, folder, "host_vars", host), {name}, "the host " + host);
  if (files.contains(playbook)) {
    add(playbook, {Value::integer(play_number(play)), Value::string("vars"), name}, "the play");
  }
  add("", {Value::string("vars"), name}, "the command line (-e)");
  return places;
}

}  // namespace evalground::ansible
