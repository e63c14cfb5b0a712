#include "cli/functions.hpp"

#include <algorithm>

#include "cli/command_line/help.hpp"
#include "data/yaml/write.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

// "text = \"stack\"", `["do","loopcontrols"] = []`
std::string type_and_usual(const Map& option, Budget& budget) {
  const Value& usual = *option.find("usual");
  std::string text(option.find("type")->as_string());
  if (const Value* choices = option.find("choices")) text = write_json(*choices, budget);
  return text + " = " + write_json(usual, budget);
}

// A flavor is described within its base, with which it shares the options.
bool has_flavor(const Map& description, std::string_view name) {
  const Value* flavors = description.find("flavors");
  if (flavors == nullptr) return false;
  const List& all = flavors->as_list();
  return std::any_of(all.begin(), all.end(),
                     [&](const Value& flavor) { return flavor.as_map().find("id")->as_string() == name; });
}

// The options of a dialect, formatted like functions: the option and its sentence.
std::string options_text(std::string_view dialect, Budget& budget) {
  std::string result = "\noptions of the workspace\n";
  const Value dialects = parse_json(catalogue(""), budget);
  for (const Value& item : dialects.as_list()) {
    const Map& description = item.as_map();
    const Value* options = description.find("options");
    if (options == nullptr || !(description.find("id")->as_string() == dialect || has_flavor(description, dialect)))
      continue;
    for (const Value& one : options->as_list()) {
      const Map& option = one.as_map();
      result += "  " + std::string(option.find("name")->as_string()) + ": " + type_and_usual(option, budget) +
                "\n      " + std::string(option.find("about")->as_string()) + "\n";
    }
  }
  return result;
}

}  // namespace

std::string functions_text(std::string_view dialect, Format format) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30});
  const Value list = parse_json(catalogue(dialect), budget);
  if (list.is_map())
    throw UsageError(
        std::string(list.as_map().find("diagnostics")->as_list()[0].as_map().find("message")->as_string()));
  if (format == Format::json) return write_json(list, budget, {.indent = 2}) + "\n";
  if (format == Format::yaml) return write_yaml(list, budget);
  if (dialect.empty()) return dialect_lines();
  std::string result;
  std::string_view group;
  for (const Value& item : list.as_list()) {
    const Map& entry = item.as_map();
    if (entry.find("group")->as_string() != group) {
      group = entry.find("group")->as_string();
      result += (result.empty() ? "" : "\n") + std::string(group) + "\n";
    }
    result += "  " + std::string(entry.find("signature")->as_string()) + "\n      " +
              std::string(entry.find("summary")->as_string()) + "\n";
  }
  return result + options_text(dialect, budget);
}

}  // namespace evalground::cli
