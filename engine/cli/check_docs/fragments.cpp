#include "cli/check_docs/fragments.hpp"

#include <algorithm>
#include <optional>

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "cli/check_docs/lines.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view word_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

std::string_view first_word(std::string_view text) {
  return text.substr(0, std::min(text.find_first_not_of(word_letters), text.size()));
}

// A line that says that something is left out.
bool has_gap(std::string_view text) {
  for (const Line& line : lines_of(text)) {
    std::string_view shown = trim(line.text);
    shown = trim(trim_start(trim_end(shown, "#/*- \t,;"), "#/*- \t"));
    if (shown == "..." || shown == "[...]" || shown == "…" || shown == "(...)") return true;
  }
  return text.find("(...)") != std::string_view::npos || text.find("[...]") != std::string_view::npos;
}

// "<name>" instead of a name, as grammars write it.
bool has_placeholder(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find_first_of("<>\n", at + 1);
    const std::string_view name = text.substr(at + 1, std::min(end, text.size()) - at - 1);
    const bool is_name = !name.empty() && (is_ascii_letter(name[0]) || name[0] == ' ') && name[0] != '%';
    if (end < text.size() && text[end] == '>' && is_name) return true;
  }
  return false;
}

// A key or an item that has only a comment where its value should be.
bool is_skeleton(std::string_view text) {
  const std::vector<Line> lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view code = trim_end(lines[i].text, " \t");
    if (trim(code).starts_with("- #")) return true;
    if (!code.ends_with(':')) continue;
    std::size_t next = i + 1;
    while (next < lines.size() && (lines[next].is_blank() || trim(lines[next].text).starts_with('#'))) ++next;
    if (next == i + 1) continue;
    if (next == lines.size() || lines[next].indentation() < lines[i].indentation()) return true;
    const bool is_item = trim(lines[next].text).starts_with('-');  // lists may have the indentation of their key
    if (lines[next].indentation() == lines[i].indentation() && !is_item) return true;
  }
  return false;
}

// Whether the text begins one of these keys at the beginning of a line. So it is meant as a document, also if it is not
// valid.
bool has_key(std::string_view text, std::initializer_list<std::string_view> keys) {
  for (const Line& line : lines_of(text)) {
    for (const std::string_view key : keys) {
      if (line.text.starts_with(key) && line.text.substr(key.size()).starts_with(':')) return true;
    }
  }
  return false;
}

// What to do with a text that is not valid YAML: as a document it is reported, as a fragment it is skipped.
Completed invalid(std::string_view text, bool is_document) {
  return {std::string(text), is_document ? "" : "it is a fragment that is not valid YAML"};
}

// Why a text in YAML is only a pattern for documents; empty if it is one.
std::string_view why_no_document(std::string_view text) {
  if (text.find("...") != std::string_view::npos || has_gap(text)) return "parts of the document are left out";
  if (has_placeholder(text)) return "it has placeholders";
  if (is_skeleton(text)) return "comments stand for its values";
  return {};
}

// --- CFEngine ---

// The first line with code in it.
std::string_view first_code(std::string_view text, std::string_view comment) {
  for (const Line& line : lines_of(text)) {
    const std::string_view code = trim(line.text);
    if (!code.empty() && !code.starts_with(comment) && !code.starts_with('@')) return code;
  }
  return {};
}

// The bundle that a reader would run: the first one for the agent without parameters. Sets whether one is `main`.
std::string_view first_agent_bundle(std::string_view text, bool& has_main) {
  constexpr std::string_view start = "bundle agent ";
  std::string_view first;
  for (const Line& line : lines_of(text)) {
    const std::string_view code = trim_start(line.text, " \t");
    if (!code.starts_with(start)) continue;
    const std::string_view rest = trim_start(code.substr(start.size()), " \t");
    const std::string_view name = first_word(rest);
    if (name == "main" || name == "__main__") has_main = true;
    if (first.empty() && !trim(rest.substr(name.size())).starts_with('(')) first = name;
  }
  return first;
}

Completed complete_policy(std::string_view text) {
  constexpr std::string_view blocks[] = {"bundle", "body", "promise"};
  std::string policy(text);
  if (has_gap(text)) return {policy, "parts of the policy are left out"};
  const std::string_view code = first_code(text, "#");
  const std::string_view word = first_word(code);
  const std::string_view rest = trim(code.substr(word.size()));
  if (!word.empty() && rest.starts_with(':') && !rest.starts_with("::"))
    return {"bundle agent main\n{\n" + policy + "}\n", ""};
  if (std::find(std::begin(blocks), std::end(blocks), word) == std::end(blocks))
    return {policy, "it is a part of a bundle, without the type of its promises"};
  bool has_main = text.find("bundlesequence") != std::string_view::npos;
  const std::string_view first = first_agent_bundle(text, has_main);
  if (has_main) return {policy, ""};
  if (first.empty()) return {policy + "bundle agent main\n{\n}\n", ""};
  return {policy + "body common control\n{\nbundlesequence => { \"" + std::string(first) + "\" };\n}\n", ""};
}

// --- documents in YAML ---

std::optional<Value> yaml_of(std::string_view text) {
  try {
    Budget budget;
    Sources sources;
    return load_yaml(parse_yaml(sources, sources.add_file("document", std::string(text)), budget), sources, budget);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string indented(std::string_view text, std::string_view by) {
  std::string result;
  for (const Line& line : lines_of(text)) {
    if (!line.is_blank()) result += by;
    result.append(line.text).append("\n");
  }
  return result;
}

bool has_only(const Map& map, std::initializer_list<std::string_view> names) {
  return std::all_of(map.begin(), map.end(), [&](const Map::Entry& entry) {
    return entry.key.is_string() && std::find(names.begin(), names.end(), entry.key.as_string()) != names.end();
  });
}

bool is_resource(const Value& value) {
  const Value* type = value.is_map() ? value.as_map().find("type") : nullptr;
  return type != nullptr && type->is_string() && type->as_string().find("::") != std::string_view::npos;
}

Completed complete_template(std::string_view text) {
  constexpr std::string_view version = "heat_template_version: wallaby\n";
  const std::string given(text);
  if (const std::string_view why = why_no_document(text); !why.empty()) return {given, std::string(why)};
  const std::optional<Value> value = yaml_of(text);
  if (!value) return invalid(text, has_key(text, {"heat_template_version", "parameters", "resources", "outputs"}));
  if (!value->is_map()) return {given, "it is neither a template nor resources"};
  const Map& map = value->as_map();
  if (map.contains("heat_template_version") || map.contains("HeatTemplateFormatVersion")) return {given, ""};
  if (has_only(map, {"description", "parameter_groups", "parameters", "conditions", "resources", "outputs"}))
    return {std::string(version) + given, ""};
  const bool are_resources =
      std::all_of(map.begin(), map.end(), [](const Map::Entry& entry) { return is_resource(entry.value); });
  if (are_resources) return {std::string(version) + "resources:\n" + indented(text, "  "), ""};
  return {given, "it is neither a template nor resources"};
}

bool is_operator_call(const Value& value) {
  if (!value.is_map() || value.as_map().size() != 1) return false;
  const Value& key = value.as_map().begin()->key;
  return key.is_string() && key.as_string().starts_with('@');
}

bool is_controller(const Value& value) {
  return value.is_map() && value.as_map().contains("pipeline");
}

// A stage is written like an operator, and stands in a pipeline.
bool is_stage(const Value& value) {
  constexpr std::string_view stages[] = {"@select", "@project", "@join", "@unwind",    "@demux",
                                         "@gather", "@mux",     "@sort", "@aggregate", "@groupBy"};
  return is_operator_call(value) &&
         std::find(std::begin(stages), std::end(stages), value.as_map().begin()->key.as_string()) != std::end(stages);
}

// A pipeline needs a source and a target to be a controller's. Without objects their kinds mean nothing.
std::string controller_around(std::string_view text, const Map& map) {
  constexpr std::string_view example = "apiGroup: \"\"\n";
  std::string result(text);
  if (!map.contains("name")) result += "name: example\n";
  if (!map.contains("sources")) result.append("sources:\n- ").append(example).append("  kind: Example\n");
  if (!map.contains("target") && !map.contains("targets"))
    result.append("target:\n  ").append(example).append("  kind: Example\n");
  return result;
}

Completed complete_list(const std::string& given, const List& list) {
  if (std::all_of(list.begin(), list.end(), is_stage))
    return {controller_around("pipeline:\n" + indented(given, "  "), {}), ""};
  if (std::all_of(list.begin(), list.end(), is_controller)) return {"controllers:\n" + given, ""};
  return {given, "it is a part of a controller or an object"};
}

Completed complete_controller(std::string_view text) {
  const std::string given(text);
  if (const std::string_view why = why_no_document(text); !why.empty()) return {given, std::string(why)};
  const std::optional<Value> value = yaml_of(text);
  if (!value) return invalid(text, has_key(text, {"controllers", "pipeline", "sources"}));
  if (value->is_list()) return complete_list(given, value->as_list());
  if (value->is_map()) {
    const Map& map = value->as_map();
    if (is_stage(*value)) return {controller_around("pipeline:\n-\n" + indented(text, "  "), {}), ""};
    if (is_operator_call(*value)) return {given, "", true};
    if (map.contains("pipeline")) return {controller_around(text, map), ""};
    const Value* kind = map.find("kind");
    const bool is_operator = kind != nullptr && kind->is_string() && kind->as_string() == "Operator";
    if (is_operator || map.contains("controllers")) return {given, ""};
  }
  return {given, "it is a part of a controller or an object"};
}

Completed complete_ensemble(std::string_view text) {
  const std::string given(text);
  if (const std::string_view why = why_no_document(text); !why.empty()) return {given, std::string(why)};
  const bool is_document = has_key(text, {"apiVersion", "tosca_definitions_version"});
  return is_document ? Completed{given, ""} : Completed{given, "it is a part of an ensemble"};
}

}  // namespace

Completed completed(std::string_view dialect, std::string_view text) {
  if (dialect == "cfengine") return complete_policy(text);
  if (dialect == "heat") return complete_template(text);
  if (dialect == "dcontroller") return complete_controller(text);
  if (dialect == "unfurl") return complete_ensemble(text);
  return {std::string(text), ""};
}

}  // namespace evalground::cli
