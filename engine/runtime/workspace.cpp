// Reads the workspace, the one object that goes into an evaluation (docs/decisions/004-workspace.md).
//
// Nothing here throws for a wrong workspace. Each key is read on its own, a wrong one is reported with a JSON Pointer
// to it, and reading goes on, so that the user sees all mistakes at once. Unknown keys are warnings.
//
//   {"dialect": "jinja2", "main": "{{ a }}", "vars": {"a": 1}}     `main` is a text here, and becomes a file
#include "runtime/workspace.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <span>

#include "base/text/encoding.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/time/datetime.hpp"
#include "data/paths/json_pointer.hpp"
#include "runtime/description.hpp"
#include "runtime/keys.hpp"
#include "runtime/workspace_problems.hpp"

namespace evalground {
namespace {

bool is_key(const Value& name, std::span<const Key> keys) {
  return name.is_string() && find_key(keys, name.as_string()) != nullptr;
}

// A message about a missing `main` lists at most this many files.
constexpr std::size_t most_named = 5;

// For an unknown dialect: the workspace is still read, so that its other errors are reported as well.
constexpr Description unknown{};

std::vector<std::string_view> names_of(std::initializer_list<std::span<const Key>> lists) {
  std::vector<std::string_view> names;
  for (const std::span<const Key> keys : lists) {
    for (const Key& key : keys) names.push_back(key.name);
  }
  return names;
}

// The value that was found, for a message that says what was expected.
std::string found(const Value& value) {
  if (value.kind() == Kind::integer) return std::to_string(value.as_integer());
  return with_article(kind_name(value.kind()));
}

// The JSON Pointer of a part of a map, which has one itself.
std::string pointer_to(std::string pointer, const Value& key) {
  if (key.is_string()) append_pointer_part(pointer, key.as_string());
  return pointer;
}

// Reads key by key, with a diagnostic for each invalid one.
class Reader {
 public:
  Reader(const Map& source, std::vector<Diagnostic>& diagnostics, std::vector<std::string>& keys)
      : source_(source), diagnostics_(diagnostics), keys_(keys) {}

  // `pointer` leads to the part of the workspace that is wrong.
  void report(Severity severity, std::string code, std::string message, std::string pointer) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.code = std::move(code);
    diagnostic.message = std::move(message);
    diagnostics_.push_back(std::move(diagnostic));
    keys_.push_back(std::move(pointer));
  }

  // `pointer` leads to the map that has the key.
  // The nearest known name is suggested, "filse" -> "files": most unknown keys are misspelt.
  void unknown_key(std::string what, const Value& key, const std::vector<std::string_view>& known,
                   const std::string& pointer) {
    if (!key.is_string()) {
      report(Severity::warning, "workspace-key", what + " a key that is " + found(key) + "; keys must be strings.",
             pointer);
      return;
    }
    std::string message = what + " an unknown key " + quote(key.as_string()) + ".";
    if (const auto nearest = nearest_name(key.as_string(), known)) message += " Did you mean " + quote(*nearest) + "?";
    report(Severity::warning, "workspace-key", std::move(message), pointer_to(pointer, key));
  }

  // Of a key that is known: "seed", "limits.steps".
  void wrong_type(std::string_view key, std::string_view expected, const Value& value) {
    report(
        Severity::error, "workspace-type",
        "The workspace's \"" + std::string(key) + "\" must be " + std::string(expected) + ", not " + found(value) + ".",
        "/" + replace_all(key, ".", "/"));
  }

  // The value of a key; null when absent or null.
  const Value* present(std::string_view key) const {
    const Value* value = source_.find(key);
    return value == nullptr || value->is_null() ? nullptr : value;
  }

  std::optional<std::string> text(std::string_view key) {
    const Value* value = present(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) {
      wrong_type(key, "a string", *value);
      return std::nullopt;
    }
    return std::string(value->as_string());
  }

  Map map(std::string_view key) {
    const Value* value = present(key);
    if (value == nullptr) return {};
    if (!value->is_map()) {
      wrong_type(key, "a map", *value);
      return {};
    }
    return value->as_map();
  }

  List list(std::string_view key) {
    const Value* value = present(key);
    if (value == nullptr) return {};
    if (!value->is_list()) {
      wrong_type(key, "a list", *value);
      return {};
    }
    return value->as_list();
  }

 private:
  const Map& source_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<std::string>& keys_;
};

// True when a path can be the name of a file: a normalised path below the mount ("lib/a.yaml"), or a URL. "a//b",
// "./a", "../x", "", "/x" and "a/" are refused.
bool is_file_name(std::string_view path) {
  if (is_url(path)) return true;
  return !path.empty() && normalise_path(path) == path && !is_absolute_path(path) && path != "." && path != ".." &&
         !path.starts_with("../");
}

// The text of {"base64": "…"}; nothing for other content.
std::optional<std::string_view> encoded_content(const Value& content) {
  if (!content.is_map() || content.as_map().size() != 1) return std::nullopt;
  const Value* encoded = content.as_map().find("base64");
  return encoded != nullptr && encoded->is_string() ? std::optional(encoded->as_string()) : std::nullopt;
}

// A path that is not normalized is refused rather than normalized, or two entries could become one file.
void read_files(Reader& reader, Workspace& workspace) {
  for (const auto& [path, content] : reader.map("files")) {
    const std::string pointer = pointer_to("/files", path);
    if (!path.is_string() || !is_file_name(path.as_string())) {
      reader.report(Severity::error, "workspace-path",
                    "The path of a file must be names joined by single slashes, without \"..\"; " +
                        (path.is_string() ? quote(path.as_string()) : found(path)) + " is not.",
                    pointer);
    } else if (content.is_string()) {
      workspace.files.set(path, content);
    } else if (const auto encoded = encoded_content(content)) {
      const Decoded decoded = decode_base64(*encoded, Base64Alphabet::standard, Padding::present);
      if (decoded.error) {
        reader.report(Severity::error, "workspace-type",
                      "The base64 of the file " + quote(path.as_string()) + " is wrong at character " +
                          std::to_string(*decoded.error + 1) + ".",
                      pointer);
      } else {
        workspace.files.set(path, Value::bytes(decoded.bytes));
      }
    } else {
      reader.report(Severity::error, "workspace-type",
                    "The file " + quote(path.as_string()) + " must be a string or {\"base64\": \"…\"}, not " +
                        found(content) + ".",
                    pointer);
    }
  }
}

// `main` is the name of a file, or the document itself. A name wins. A text with a line break is never a name, and
// without files nothing else can be meant. Without `main`, the first file is the document.
void read_main(Reader& reader, const Description& description, Workspace& workspace) {
  const std::optional<std::string> main = reader.text("main");
  if (!main) {
    if (!workspace.files.empty()) workspace.main = workspace.files.entry(0).key.as_string();
    return;
  }
  if (workspace.files.contains(*main)) {
    workspace.main = *main;
  } else if (workspace.files.empty() || main->find('\n') != std::string::npos) {
    workspace.main = description.main.path;
    workspace.files.set(workspace.main, Value::string(*main));
  } else {
    std::vector<std::string_view> names;
    for (const auto& [path, content] : workspace.files) names.push_back(path.as_string());
    const std::span<const std::string_view> shown(names.data(), std::min<std::size_t>(names.size(), most_named));
    std::string message = "The workspace's \"main\" names " + quote(*main) +
                          ", but its files are: " + join(shown, ", ") + (shown.size() < names.size() ? ", …" : ".");
    if (const auto nearest = nearest_name(*main, names)) message += " Did you mean " + quote(*nearest) + "?";
    reader.report(Severity::error, "workspace-main", std::move(message), "/main");
  }
}

// Applies `limits` to `result`. A limit may be raised only if `may_raise`.
// The workspace may only lower limits, because it may come from somebody else, in a link. The run options belong to the
// user who runs it, and may raise them.
void apply_limits(const Map& limits, bool may_raise, Limits& result) {
  const auto apply = [&](const Value& value, auto& limit) {
    if (value.kind() != Kind::integer || value.as_integer() < 0) return;
    using Number = std::remove_reference_t<decltype(limit)>;
    const auto wanted = static_cast<Number>(
        std::min<std::uint64_t>(static_cast<std::uint64_t>(value.as_integer()), std::numeric_limits<Number>::max()));
    if (may_raise || wanted < limit) limit = wanted;
  };
  for (const auto& [name, value] : limits) {
    if (name.is_text("steps")) apply(value, result.steps);
    if (name.is_text("depth")) apply(value, result.depth);
    if (name.is_text("memory")) apply(value, result.memory);
    if (name.is_text("output")) apply(value, result.output);
  }
}

// In some dialects the language itself has a quota called memory, which is an error of the language. It is then
// separated from the engine's own limit.
void read_limits(Reader& reader, const Description& description, Workspace& workspace) {
  Map limits = reader.map("limits");
  for (const auto& [name, value] : limits) {
    if (!is_key(name, limit_keys())) {
      reader.unknown_key("The workspace's \"limits\" have", name, names_of({limit_keys()}), "/limits");
    } else if (value.kind() != Kind::integer || value.as_integer() < 0) {
      reader.wrong_type("limits." + std::string(name.as_string()), "a whole number", value);
    }
  }
  const auto number = [&](std::string_view name) -> std::optional<std::uint64_t> {
    const Value* value = limits.find(name);
    if (value == nullptr || value->kind() != Kind::integer || value->as_integer() < 0) return std::nullopt;
    return static_cast<std::uint64_t>(value->as_integer());
  };
  workspace.iterators = number("iterators");
  if (description.memory_is_quota) {
    workspace.quota = number("memory");
    limits.erase("memory");
  }
  apply_limits(limits, false, workspace.limits);
}

}  // namespace

std::string_view dialect_of(const Value& json) {
  const Value* name = json.is_map() ? json.as_map().find("dialect") : nullptr;
  return name != nullptr && name->is_string() ? name->as_string() : std::string_view();
}

Workspace read_workspace(const Value& json, const Description* description, std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> keys;
  return read_workspace(json, description, diagnostics, keys);
}

Workspace read_workspace(const Value& json, const Description* description, std::vector<Diagnostic>& diagnostics,
                         std::vector<std::string>& keys) {
  Workspace workspace;
  if (!json.is_map()) {
    const Map nothing;
    Reader(nothing, diagnostics, keys)
        .report(Severity::error, "workspace-type", "A workspace must be a map, not " + found(json) + ".", "");
    return workspace;
  }
  // Report unknown keys: most are misspelt.
  const Map& source = json.as_map();
  Reader reader(source, diagnostics, keys);
  for (const auto& entry : source) {
    if (is_key(entry.key, workspace_keys()) || is_key(entry.key, case_keys())) continue;
    reader.unknown_key("The workspace has", entry.key, names_of({workspace_keys(), case_keys()}), "");
  }

  // Read the document and its settings.
  workspace.dialect = reader.text("dialect").value_or("");
  const Value* dialect = reader.present("dialect");  // a wrong type was already reported
  if (workspace.dialect.empty() && (dialect == nullptr || dialect->is_string())) {
    reader.report(Severity::error, "workspace-dialect", "The workspace must name its \"dialect\".", "");
  }
  workspace.operation = reader.text("operation").value_or("evaluate");
  if (description == nullptr) description = &unknown;
  read_files(reader, workspace);
  read_main(reader, *description, workspace);
  // Read the values for the evaluation. For these three keys null is a value; for all others it means absent.
  if (const Value* expression = source.find("expression")) workspace.expression = *expression;
  if (const Value* data = source.find("data")) workspace.data = *data;
  if (const Value* local = source.find("local")) workspace.local = *local;
  workspace.resource = reader.text("resource");
  workspace.vars = reader.map("vars");
  workspace.inputs = reader.map("inputs");
  workspace.attributes = reader.map("attributes");
  workspace.env = reader.map("env");
  workspace.secrets = reader.map("secrets");
  workspace.options = reader.map("options");
  workspace.classes = reader.list("classes");
  workspace.changes = reader.list("changes");
  // Read the clock, the seed and the limits, which make a run repeatable.
  if (const auto clock = reader.text("clock")) {
    workspace.clock = parse_instant(*clock);
    if (!workspace.clock) {
      reader.report(
          Severity::error, "workspace-clock",
          "The workspace's \"clock\" must be an instant such as \"2026-01-31T12:00:00Z\", not " + quote(*clock) + ".",
          "/clock");
    }
  }
  if (const Value* seed = reader.present("seed")) {
    if (seed->kind() == Kind::integer) {
      workspace.seed = seed->as_integer();
    } else {
      reader.wrong_type("seed", "a whole number", *seed);
    }
  }
  read_limits(reader, *description, workspace);
  return workspace;
}

// Run options come from the program that embeds the engine, not from a document. A wrong type throws.
RunOptions read_run_options(const Value& json) {
  RunOptions options;
  if (json.is_undefined() || json.is_null()) return options;
  const Map& source = json.as_map();
  const auto flag = [&](std::string_view name) {
    const Value* value = source.find(name);
    return value != nullptr && value->as_boolean();
  };
  options.trace = flag("trace");
  options.decisions = flag("decisions");
  options.provenance = options.decisions || flag("provenance");
  options.outline = flag("outline");
  const Value* tokens = source.find("tokens");
  options.tokens = tokens != nullptr && (tokens->is_map() || tokens->as_boolean());  // or the range of a file
  options.reveal_all = flag("revealAll");
  options.mask_vaults = flag("maskVaults");
  if (const Value* reveal = source.find("reveal")) options.reveal = reveal->as_list();
  if (const Value* time = source.find("timeMs")) {
    options.time_ms = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(time->as_integer(), 0, std::numeric_limits<std::uint32_t>::max()));
  }
  if (const Value* limits = source.find("limits")) options.limits = limits->as_map();
  return options;
}

Limits limits_of(const Workspace& workspace, const RunOptions& options) {
  Limits limits = workspace.limits;
  apply_limits(options.limits, true, limits);
  limits.time_ms = options.time_ms;
  return limits;
}

}  // namespace evalground
