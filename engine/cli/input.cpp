// Makes the workspace that the command evaluates, from its operand and its flags.
//
//   evalground eval w.yaml --var n=3        the file's workspace, with `n` in its variables
//   evalground eval --dialect yaql …        an empty workspace of that dialect
//
// Flags win over the operand, in the order of read_input(). JSON is read first where a text starts like JSON, and
// everything else as YAML by the engine's own rules. A problem of reading must not print secrets: `secrets` and inputs
// may stand in the very line that is wrong, so such lines are covered before a snippet of them is shown.
#include "cli/input.hpp"

#include <algorithm>

#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/disk.hpp"
#include "cli/link.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "engine.hpp"
#include "secrets/covered.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

Budget input_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20});
}

// The problem of a text that may contain secrets, without their lines and without messages that could quote one.
// A second set of sources, the same except that covered lines are blank, renders the message. Offsets stay the same, so
// the places can be copied.
std::string covered_problem(const Diagnostic& problem, const Sources& sources) {
  Sources covered;
  const auto copy = [&](OriginId where) {
    if (where == 0) return where;
    Origin place = sources.origin(where);
    place.previous = 0;  // of the other sources
    return covered.add(place);
  };
  for (std::uint32_t file = 0; file < sources.file_count(); ++file)
    covered.add_file(sources.path(file), without_inputs(sources.text(file)));
  const auto is_covered = [&](OriginId where) {
    if (where == 0) return false;
    const Origin& place = sources.origin(where);
    const std::size_t size = std::max<std::size_t>(place.end - place.begin, 1);
    return sources.text(place.file).substr(place.begin, size) != covered.text(place.file).substr(place.begin, size);
  };
  Diagnostic shown = problem;
  if (is_covered(problem.where)) shown.message = "This part, which may hold secrets, is not valid YAML.";
  shown.where = copy(problem.where);
  shown.notes.clear();
  for (const Note& note : problem.notes) {
    if (!is_covered(note.where)) shown.notes.push_back({note.message, copy(note.where)});
  }
  return describe(shown, covered);
}

// JSON or YAML. Errors have a place within `name`.
Value parse_text(const std::string& name, const std::string& text) {
  Budget budget = input_budget();
  if (trim_start(text).starts_with('{')) {
    try {
      return parse_json(text, budget);
    } catch (const Error& json_error) {
      // A YAML flow map starts like JSON. If the text is neither, report JSON's message.
      try {
        Sources sources;
        return load_yaml(parse_yaml(sources, sources.add_file(name, text), budget), sources, budget);
      } catch (const Error&) {
        throw Error(json_error.diagnostic.code, name + ": " + json_error.what());
      }
    }
  }
  Sources sources;
  try {
    return load_yaml(parse_yaml(sources, sources.add_file(name, text), budget), sources, budget);
  } catch (const Error& error) {
    throw UsageError(std::string(trim_end(covered_problem(error.diagnostic, sources))));
  }
}

Value parse(const std::string& name, const std::string& text) {
  try {
    return parse_text(name, text);
  } catch (const LimitError& error) {
    throw UsageError(name + ": " + error.what());
  }
}

}  // namespace

// The engine reads the text, not this file, so that the command and the page accept the same formats.
Value read_workspace_text(const std::string& name, const std::string& text, std::string_view key,
                          const Map& workspace) {
  Budget budget = input_budget();
  Map request{{"ask", Value::string("parse")}, {"text", Value::string(text)}, {"key", Value::string(key)}};
  for (const std::string_view needed : {"dialect", "options"}) {
    if (const Value* given = workspace.find(needed)) request.set(needed, *given);
  }
  const Value answer = parse_json(assist(write_json(Value::map(std::move(request)), budget)), budget);
  if (const Value* value = answer.as_map().find("value")) return *value;
  const Value& problem = answer.as_map().find("diagnostics")->as_list()[0];
  throw UsageError(name + ": " + std::string(problem.as_map().find("message")->as_string()));
}

namespace {

// Standard input can be read once, and is needed again to show places in it.
std::string operand_text(const std::string& operand) {
  if (operand != "-") return read_file(operand);
  static const std::string text = read_file("-");
  return text;
}

Map workspace_of(const std::string& name, const std::string& text) {
  Value value = parse(name, text);
  if (value.is_map() && !trim_start(text).starts_with('{')) value = read_workspace_text(name, text, "workspace", {});
  if (!value.is_map()) throw UsageError(name + " is not a workspace: expected a map with a \"dialect\"");
  return value.as_map();
}

// The name within the virtual file system for a path on disk.
// Below --root a file has its path relative to it. Elsewhere only its last part is left when it would lead out.
std::string virtual_name(const Options& options, const std::string& path) {
  if (options.root) {
    const std::string relative = relative_path(path, *options.root);
    if (!is_absolute_path(relative) && !relative.starts_with("..")) return relative;
  }
  const std::string name = normalise_path(path);
  return is_absolute_path(name) || name.starts_with("..") ? std::string(base_name(name)) : name;
}

Value file_content(const std::string& content) {
  if (!find_invalid_utf8(content)) return Value::string(content);
  return Value::map({{"base64", Value::string(encode_base64(content, Base64Alphabet::standard, Padding::present))}});
}

// Text that is valid JSON is parsed, so that `--var n=3` is a number. Other text is a string.
Value value_of(const std::string& text) {
  try {
    Budget budget = input_budget();
    return parse_json(text, budget);
  } catch (const Error&) {
    return Value::string(text);
  }
}

// The value of a flag that accepts JSON, YAML or @ and a path.
Value given_value(const std::string& flag, const std::string& text) {
  return text.starts_with('@') ? parse(text.substr(1), read_file(text.substr(1))) : parse(flag, text);
}

// The value of --data, whose file may have further formats.
Value given_data(const std::string& text, const Map& workspace) {
  return text.starts_with('@') ? read_workspace_text(text.substr(1), read_file(text.substr(1)), "data", workspace)
                               : read_workspace_text("--data", text, "data", workspace);
}

// Adds the pairs to the map under `key`.
// The value of a dialect's option. None is a real number, while `reference=2.21` is a version.
Value option_value(const std::string& text) {
  Value value = value_of(text);
  return value.kind() == Kind::real ? Value::string(text) : value;
}

Value text_value(const std::string& text) {
  return Value::string(text);
}

void merge_pairs(Map& workspace, std::string_view key, const Options::Pairs& pairs, Value (*read)(const std::string&)) {
  if (pairs.empty()) return;
  const Value* given = workspace.find(key);
  Map merged = given != nullptr && given->is_map() ? given->as_map() : Map();
  for (const auto& [name, text] : pairs) merged.set(name, read(text));
  workspace.set(key, Value::map(std::move(merged)));
}

// Explicit files win over those found below --root.
void add_files(Map& workspace, const Options& options) {
  const Value* given = workspace.find("files");
  Map files = given != nullptr && given->is_map() ? given->as_map() : Map();
  if (options.main) {
    const std::string name = virtual_name(options, *options.main);
    files.set(name, file_content(read_file(*options.main)));
    workspace.set("main", Value::string(name));
  }
  for (const std::string& path : options.files) files.set(virtual_name(options, path), file_content(read_file(path)));
  if (options.root) {
    for (const auto& [name, content] : read_folder(*options.root, options.follow)) {
      if (!files.contains(name))
        files.set(name, content.is_string() ? content : file_content(std::string(content.as_bytes())));
    }
  }
  if (!files.empty()) workspace.set("files", Value::map(std::move(files)));
}

bool is_repository_verb(Verb verb) {
  return verb == Verb::host || verb == Verb::matrix || verb == Verb::inventory;
}

bool has_repository_flags(const Options& options) {
  return is_repository_verb(options.verb) || !options.repository.empty() || !options.inventories.empty() ||
         !options.variables.empty();
}

Value text_list(const std::vector<std::string>& texts) {
  List items;
  for (const std::string& text : texts) items.push_back(Value::string(text));
  return Value::list(std::move(items));
}

// What is asked about in a repository is a variable of a host, unless a document is named.
bool shows_host(const Options& options) {
  const bool asks = options.verb == Verb::change || options.verb == Verb::why;
  return options.verb == Verb::host || (asks && !options.main);
}

// Sets the options of an Ansible repository. Its paths are relative to --root.
void add_repository(Map& workspace, const Options& options) {
  if (options.vault_password_file) {
    const Value* given = workspace.find("secrets");
    Map secrets = given != nullptr && given->is_map() ? given->as_map() : Map();
    secrets.set("vault_password", Value::string(trim(read_file(*options.vault_password_file))));
    workspace.set("secrets", Value::map(std::move(secrets)));
  }
  if (!has_repository_flags(options)) return;
  const Value* given = workspace.find("options");
  Map merged = given != nullptr && given->is_map() ? given->as_map() : Map();
  merged.set("flavor", Value::string("ansible"));
  for (const auto& [name, text] : options.repository) merged.set(name, Value::string(text));
  if (options.inventories.size() == 1) {
    merged.set("inventory", Value::string(options.inventories[0]));
  } else if (!options.inventories.empty()) {
    merged.set("inventory", text_list(options.inventories));
  }
  if (!options.variables.empty()) merged.set("variables", text_list(options.variables));
  if (options.verb == Verb::host && !options.operands.empty()) {
    merged.set("host", Value::string(options.operands.front()));
  }
  workspace.set("options", Value::map(std::move(merged)));
  const bool is_host = shows_host(options);
  if (is_host) workspace.set("operation", Value::string("host"));
  if (options.verb == Verb::matrix) workspace.set("operation", Value::string("matrix"));
  // A graph needs no result, and the other operations need a host or a document.
  const bool is_whole = options.verb == Verb::graph && !options.main;
  if (options.verb == Verb::inventory || is_whole) workspace.set("operation", Value::string("inventory"));
}

}  // namespace

Value parse_yaml_text(const std::string& name, const std::string& text) {
  return parse(name, text);
}

namespace {

// What the operand names; of a repository, or with a dialect alone, an empty one.
Map first_workspace(const Options& options) {
  const bool is_repository = is_repository_verb(options.verb);
  if (is_repository && options.verb != Verb::host && !options.operands.empty()) {
    throw UsageError("give the repository with --root, not as the operand " + quote(options.operands.front()));
  }
  if (is_repository && !options.root && options.files.empty()) {
    throw UsageError("give the repository with --root, such as --root .");
  }
  Map workspace;
  if (!options.operands.empty() && !is_repository) {
    const std::string& operand = options.operands.front();
    if (is_link(operand) && !is_file(operand)) {
      workspace = workspace_of("link", read_link(operand));
    } else {
      workspace = workspace_of(operand, operand_text(operand));
    }
  } else if (has_repository_flags(options)) {
    workspace.set("dialect", Value::string("jinja2"));
  } else if (!options.dialect) {
    throw UsageError("give a workspace file, a link, or a --dialect");
  }
  return workspace;
}

}  // namespace

Map read_input(const Options& options) {
  Map workspace = first_workspace(options);
  if (options.dialect) workspace.set("dialect", Value::string(*options.dialect));
  if (options.verb == Verb::expand) workspace.set("operation", Value::string("expand"));
  if (options.verb == Verb::restore) workspace.set("operation", Value::string("restore"));
  add_files(workspace, options);
  if (options.expression) workspace.set("expression", Value::string(*options.expression));
  if (options.resource) workspace.set("resource", Value::string(*options.resource));
  if (options.data) workspace.set("data", given_data(*options.data, workspace));
  if (options.changes) workspace.set("changes", given_value("--changes", *options.changes));
  merge_pairs(workspace, "vars", options.vars, value_of);
  merge_pairs(workspace, "inputs", options.inputs, value_of);
  merge_pairs(workspace, "env", options.env, text_value);
  merge_pairs(workspace, "options", options.dialect_options, option_value);
  add_repository(workspace, options);
  if (options.quirks) {
    const Value* given = workspace.find("options");
    Map merged = given != nullptr && given->is_map() ? given->as_map() : Map();
    merged.set("quirks", Value::boolean(true));
    workspace.set("options", Value::map(std::move(merged)));
  }
  return workspace;
}

namespace {

// JSON as YAML reads it too, with each byte at its place: without tabs in front of what begins a line, and without the
// halves of characters that JSON escapes as two.
// The text is read a second time, as YAML, only to find places: its values do not matter. Every change here therefore
// keeps the length. `\ud83d\ude00` would be refused by YAML, so the second half becomes `\u0000`.
std::string json_for_yaml(std::string text) {
  if (!trim_start(text).starts_with('{')) return text;
  std::replace(text.begin(), text.end(), '\t', ' ');
  for (std::size_t at = text.find("\\u"); at != std::string::npos; at = text.find("\\u", at + 2)) {
    const std::string_view digits = std::string_view(text).substr(at + 2, 2);
    if (digits.size() == 2 && (digits[0] == 'd' || digits[0] == 'D') && digits[1] > '7') text.replace(at + 2, 2, "00");
  }
  return text;
}

// The entry whose key is that text in a workspace, which is JSON: `1: x` too.
const Map::Entry* find_entry(const Map& map, const std::string& key) {
  if (const auto at = map.position(key)) return &map.entry(*at);
  Budget budget = input_budget();
  const auto found = std::find_if(map.begin(), map.end(), [&](const Map::Entry& entry) {
    const Kind kind = entry.key.kind();
    return (kind == Kind::integer || kind == Kind::boolean) && write_json(entry.key, budget) == key;
  });
  return found != map.end() ? &*found : nullptr;
}

}  // namespace

WorkspaceText::WorkspaceText(const Options& options, Sources& sources) {
  if (options.operands.empty() || is_repository_verb(options.verb)) return;
  const std::string& operand = options.operands.front();
  if (operand != "-" && !is_file(operand)) return;
  Budget budget = input_budget();
  try {
    const std::uint32_t file = sources.add_file(operand, json_for_yaml(operand_text(operand)));
    workspace_ = load_yaml(parse_yaml(sources, file, budget), sources, budget);
  } catch (const Error&) {       // valid JSON that YAML rejects
  } catch (const LimitError&) {  // where reading it as JSON took less
  }
}

// The place of a key, for a problem of reading: ["limits", "steps"]. 0 when it is not there.
OriginId WorkspaceText::place(std::span<const std::string> path) const {
  OriginId place = workspace_.origin();
  const Value* value = &workspace_;
  for (const std::string& key : path) {
    const Map::Entry* entry = value->is_map() ? find_entry(value->as_map(), key) : nullptr;
    if (entry == nullptr) return 0;
    place = entry->key.origin();
    value = &entry->value;
  }
  return place;
}

std::string run_options_json(const Options& options) {
  Map limits;
  for (const auto& [name, text] : options.limits) limits.set(name, Value::integer(parse_integer(text).value));
  Map result{{"trace", Value::boolean(options.trace)},
             {"coverage", Value::boolean(options.coverage)},
             {"graph", Value::boolean(options.verb == Verb::graph)},
             {"revealAll", Value::boolean(options.reveal)},
             // Recorded cases may expect what a vault holds in the clear.
             {"maskVaults", Value::boolean(!options.reveal && options.verb != Verb::cases)},
             {"timeMs", Value::integer(options.time_ms)},
             {"limits", Value::map(std::move(limits))}};
  Budget budget;
  return write_json(Value::map(std::move(result)), budget);
}

}  // namespace evalground::cli
