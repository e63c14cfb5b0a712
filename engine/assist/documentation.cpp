#include "assist/documentation.hpp"

#include <vector>

namespace evalground {
bool holds_no_values(const Value& value) {
  constexpr std::size_t most = 1'000;
  if (!value.is_map() || value.as_map().empty()) return false;
  std::vector<const Value*> open = {&value};
  for (std::size_t at = 0; at < open.size(); ++at) {
    if (open.size() > most) return false;
    const Value& one = *open[at];
    if (one.is_map()) {
      for (const auto& [key, part] : one.as_map()) open.push_back(&part);
    } else if (one.is_list()) {
      for (const Value& part : one.as_list()) open.push_back(&part);
    } else if (!one.is_null() && !one.is_undefined()) {
      return false;
    }
  }
  return true;
}

std::string documentation(const FunctionCatalogue::Entry& entry) {
  const Function& function = *entry.function;
  std::string text = code(function.signature) + "\n\n";
  text += std::string(std::string_view(function.summary));
  if (!function.details.empty()) text += "\n\n" + std::string(std::string_view(function.details));
  if (!function.since.empty()) text += "\n\nSince " + std::string(function.since) + ".";
  if (!function.changed.empty()) text += "\n\nChanged in " + std::string(function.changed) + ".";
  if (!function.until.empty()) text += "\n\nGone since " + std::string(function.until) + ".";
  if (!function.examples.empty()) {
    const Example& example = function.examples[0];
    const std::string_view shown =
        example.expression.empty() ? std::string_view(example.data) : std::string_view(example.expression);
    text += "\n\nExample: " + code(shown) + " gives " + code(example.result);
  }
  return text;
}

std::string documentation(const Symbol& symbol, const Question& question) {
  // A file is shown by its path in the workspace.
  const std::optional<std::string> path = symbol.kind == "file" ? Files::resolve(symbol.name) : std::nullopt;
  std::string text = std::string(symbol.kind) + " " + code(path ? *path : symbol.name);
  if (!symbol.parameters.empty()) {
    std::string list;
    for (const std::string& parameter : symbol.parameters) list += (list.empty() ? "" : ", ") + parameter;
    text += " " + code("(" + list + ")");
  }
  if (!symbol.detail.empty()) text += "\n\n" + symbol.detail;
  if (!symbol.value.is_undefined() && !symbol.value.sensitive() && symbol.kind != "resource" && symbol.kind != "type" &&
      symbol.kind != "merge path" && !holds_no_values(symbol.value)) {
    text += "\n\nvalue: " + code(question.shown(symbol.value));
  } else if (symbol.value.sensitive()) {
    text += "\n\nThe value is sensitive.";
  }
  return text;
}

}  // namespace evalground
