#include "cli/document.hpp"

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "runtime/keys.hpp"
#include "workspaces/recognise.hpp"

namespace evalground::cli {
namespace {

bool takes_document(Verb verb) {
  constexpr Verb verbs[] = {Verb::eval,   Verb::expand, Verb::restore, Verb::graph,
                            Verb::shrink, Verb::change, Verb::why,     Verb::link};
  return std::find(std::begin(verbs), std::end(verbs), verb) != std::end(verbs);
}

bool is_workspace_key(const Value& key) {
  return key.is_string() && find_key(workspace_keys(), key.as_string()) != nullptr;
}

// Whether the text names its dialect at the start of a line, or in JSON. Most workspaces do, and need not be parsed to
// know it.
bool names_dialect(std::string_view text) {
  return text.starts_with("dialect:") || text.find("\ndialect:") != std::string_view::npos ||
         (trim_start(text).starts_with('{') && text.find("\"dialect\"") != std::string_view::npos);
}

// The text as YAML or JSON; nothing for a template, a policy or a query.
std::optional<Value> parsed(const std::string& name, const std::string& text) {
  try {
    return parse_yaml_text(name, text);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

bool is_workspace(const Value& value) {
  if (!value.is_map()) return false;
  const Map& map = value.as_map();
  return map.contains("dialect") ||
         std::all_of(map.begin(), map.end(), [](const Map::Entry& entry) { return is_workspace_key(entry.key); });
}

// The first level of a map as lines of YAML, in which a language is recognised also if the text is JSON.
std::string first_level(const Map& map) {
  std::string lines;
  for (const Map::Entry& entry : map) {
    if (!entry.key.is_string()) continue;
    lines += std::string(entry.key.as_string()) + ":";
    if (entry.value.is_string()) lines += " " + std::string(entry.value.as_string());
    lines += "\n";
  }
  return lines;
}

}  // namespace

Options with_document(Options options) {
  // The last operand of `why` is a path of a value.
  const std::size_t others = options.verb == Verb::why ? 1 : 0;
  if (!takes_document(options.verb) || options.main || options.operands.size() <= others) return options;
  const std::string& operand = options.operands.front();
  if (operand == "-" || !is_file(operand)) return options;
  const std::string text = read_file(operand);
  if (names_dialect(text)) return options;
  const std::optional<Value> value = parsed(operand, text);
  if (value && is_workspace(*value)) return options;
  if (!options.dialect) options.dialect = recognised_dialect(operand, "", text);
  if (!options.dialect && value && value->is_map())
    options.dialect = recognised_dialect(operand, "", first_level(value->as_map()));
  if (!options.dialect && value) {
    throw UsageError(operand + " has no \"dialect\", and is not recognized as a document; give its --dialect");
  }
  if (!options.dialect) return options;
  options.main = operand;
  options.operands.erase(options.operands.begin(), options.operands.end() - static_cast<std::ptrdiff_t>(others));
  return options;
}

}  // namespace evalground::cli
