#include "workspaces/host_values.hpp"

#include <algorithm>
#include <utility>

#include "base/text/path.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/members.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_shown = 300;  // characters of a value
constexpr std::size_t most_listed = 8;   // overridden places

// "web" of `prod/group_vars/web.yml` and of `group_vars/web/main.yml`, for the folder "group_vars/"; empty for a file
// in no such folder.
std::string_view named_by(std::string_view file, std::string_view folder) {
  std::size_t at = file.rfind(folder);
  while (at != std::string_view::npos && at > 0 && file[at - 1] != '/') at = file.rfind(folder, at - 1);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = file.substr(at + folder.size());
  const std::size_t end = rest.find('/');
  if (end != std::string_view::npos) return rest.substr(0, end);
  const std::string_view ending = path_extension(rest);
  const bool is_format = ending == ".yml" || ending == ".yaml" || ending == ".json";
  return is_format ? rest.substr(0, rest.size() - ending.size()) : rest;
}

// The value of an outcome of the workspace with another operation, for these variables alone.
Map result_of(Map workspace, std::string_view operation, const std::vector<std::string>& names) {
  List wanted;
  for (const std::string& name : names) wanted.push_back(Value::string(name));
  Map options = map_member(workspace, "options");
  options.set("variables", Value::list(std::move(wanted)));
  workspace.set("options", Value::map(std::move(options)));
  workspace.set("operation", Value::string(operation));
  workspace.erase("expression");
  // A template as the main document would be rendered for every host.
  if (operation == "matrix") workspace.erase("main");
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 200});
  ClosedHost host;
  const Value outcome = parse_json(
      evaluate(workspace, {{"timeMs", Value::integer(1000)}, {"maskVaults", Value::boolean(true)}}, host), budget);
  return map_member(outcome.as_map(), "value");
}

// A value in one line, with at most that many bytes.
std::string shown(const Value& value, std::size_t most = most_shown) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 200});
  std::string text = write_json(value, budget);
  if (text.size() <= most) return text;
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "…";
}

std::string in_code(std::string_view text) {
  return (text.find('`') == std::string_view::npos ? "`" : "``") + std::string(text) +
         (text.find('`') == std::string_view::npos ? "`" : "``");
}

// "inventory_group" -> "inventory group"
std::string level_of(const Map& variable) {
  std::string level(text_member(variable, "level"));
  for (char& c : level) c = c == '_' ? ' ' : c;
  const std::string group(text_member(variable, "group"));
  const std::string role(text_member(variable, "role"));
  if (!group.empty()) level += " " + group;
  if (!role.empty()) level += " of " + role;
  return level;
}

std::string origin_of(const Map& variable) {
  const std::string from(text_member(variable, "from"));
  return (from.empty() ? std::string() : in_code(from) + ", ") + "level " + level_of(variable);
}

}  // namespace

std::vector<RepositoryHost> hosts_of(const Map& workspace) {
  Map any = workspace;
  Map options = map_member(any, "options");
  options.erase("host");
  any.set("options", Value::map(std::move(options)));
  const Map result = result_of(std::move(any), "matrix", {"group_names"});
  const Map& groups_of = map_member(map_member(map_member(result, "variables"), "group_names"), "values");
  std::vector<RepositoryHost> hosts;
  for (const std::string& name : texts_member(result, "hosts")) hosts.push_back({name, texts_member(groups_of, name)});
  return hosts;
}

std::vector<std::string> hosts_reading(std::string_view file, const std::vector<RepositoryHost>& hosts) {
  const std::string_view group = named_by(file, "group_vars/");
  const std::string_view host = named_by(file, "host_vars/");
  std::vector<std::string> found;
  for (const auto& [name, groups] : hosts) {
    const bool is_of_group =
        group.empty() || group == "all" || std::find(groups.begin(), groups.end(), group) != groups.end();
    if (is_of_group && (host.empty() || host == name)) found.push_back(name);
  }
  return found;
}

Map host_values(const Map& workspace, const std::vector<std::string>& names) {
  return names.empty() ? Map() : map_member(result_of(workspace, "host", names), "variables");
}

std::string described_variable(std::string_view host, const Map& variable) {
  std::string text = "for " + in_code(host) + ": ";
  if (const Value* value = variable.find("value")) {
    text += in_code(shown(*value));
  } else {
    text += "cannot be evaluated";
  }
  text += ", from " + origin_of(variable);
  if (const Value* written = variable.find("template")) text += "\n\nwritten as " + in_code(shown(*written));
  const Value* overrides = variable.find("overrides");
  if (overrides == nullptr || !overrides->is_list()) return text;
  std::size_t count = 0;
  for (const Value& one : overrides->as_list()) {
    if (++count > most_listed) break;
    text += (count == 1 ? "\n\noverrides\n" : "\n");
    text += "- ";
    if (const Value* value = one.as_map().find("value")) text += in_code(shown(*value)) + " from ";
    text += origin_of(one.as_map());
  }
  return text;
}

std::string remark_on_variable(std::string_view file, const Map& variable) {
  const Value* value = variable.find("value");
  if (value == nullptr) return {};
  constexpr std::size_t most_beside_line = 60;
  const std::string text = shown(*value, most_beside_line);
  const std::string from(text_member(variable, "from"));
  if (from.empty()) return "overridden by " + level_of(variable) + ": " + text;
  if (from != file) return "overridden in " + from + ": " + text;
  return variable.contains("template") ? "= " + text : std::string();
}

}  // namespace evalground
