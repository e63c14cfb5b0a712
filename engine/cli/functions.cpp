#include "cli/functions.hpp"

#include "data/yaml/write.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {

std::string functions_text(std::string_view dialect, Format format) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30});
  const Value list = parse_json(catalogue(dialect), budget);
  if (list.is_map())
    throw UsageError(
        std::string(list.as_map().find("diagnostics")->as_list()[0].as_map().find("message")->as_string()));
  if (format == Format::json) return write_json(list, budget, {.indent = 2}) + "\n";
  if (format == Format::yaml) return write_yaml(list, budget);
  std::string result;
  std::string_view group;
  for (const Value& item : list.as_list()) {
    if (item.is_string()) {
      result += std::string(item.as_string()) + "\n";
      continue;
    }
    const Map& entry = item.as_map();
    if (entry.find("group")->as_string() != group) {
      group = entry.find("group")->as_string();
      result += (result.empty() ? "" : "\n") + std::string(group) + "\n";
    }
    result += "  " + std::string(entry.find("signature")->as_string()) + "\n      " +
              std::string(entry.find("summary")->as_string()) + "\n";
  }
  return result;
}

}  // namespace evalground::cli
