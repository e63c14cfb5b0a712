#include "workspaces/host_values.hpp"

#include <utility>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_shown = 300;  // characters of a value
constexpr std::size_t most_listed = 8;   // overridden places

const Map& map_in(const Map& map, std::string_view key) {
  static const Map none;
  const Value* value = map.find(key);
  return value != nullptr && value->is_map() ? value->as_map() : none;
}

std::string text_in(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

// The value of an outcome of the workspace with another operation, for these variables alone.
Map result_of(Map workspace, std::string_view operation, const std::vector<std::string>& names) {
  List wanted;
  for (const std::string& name : names) wanted.push_back(Value::string(name));
  Map options = map_in(workspace, "options");
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
  return map_in(outcome.as_map(), "value");
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
  std::string level = text_in(variable, "level");
  for (char& c : level) c = c == '_' ? ' ' : c;
  const std::string group = text_in(variable, "group");
  const std::string role = text_in(variable, "role");
  if (!group.empty()) level += " " + group;
  if (!role.empty()) level += " of " + role;
  return level;
}

std::string origin_of(const Map& variable) {
  const std::string from = text_in(variable, "from");
  return (from.empty() ? std::string() : in_code(from) + ", ") + "level " + level_of(variable);
}

}  // namespace

std::vector<std::string> hosts_of(const Map& workspace) {
  Map any = workspace;
  Map options = map_in(any, "options");
  options.erase("host");
  any.set("options", Value::map(std::move(options)));
  const Map result = result_of(std::move(any), "matrix", {"inventory_hostname"});
  std::vector<std::string> hosts;
  const Value* all = result.find("hosts");
  if (all == nullptr || !all->is_list()) return hosts;
  for (const Value& host : all->as_list()) {
    if (host.is_string()) hosts.emplace_back(host.as_string());
  }
  return hosts;
}

Map host_values(const Map& workspace, const std::vector<std::string>& names) {
  return names.empty() ? Map() : map_in(result_of(workspace, "host", names), "variables");
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
  const std::string from = text_in(variable, "from");
  if (from != file) return "overridden in " + from + ": " + text;
  return variable.contains("template") ? "= " + text : std::string();
}

}  // namespace evalground
