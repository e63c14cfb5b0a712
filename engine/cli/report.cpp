// What the command prints: results, problems with their lines, and steps.
//
// Everything passes printable(), because a document may come from somebody else: control characters could rewrite the
// terminal, and lines such as `::error` are commands to the log of a CI service.
#include "cli/report.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <unistd.h>
#include <unordered_map>
#include <vector>

#include "base/generous_budget.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/input.hpp"
#include "cli/outcome_of.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/write.hpp"
#include "runtime/context.hpp"
#include "secrets/declared.hpp"
#include "value/json.hpp"
#include "workspaces/trace_text.hpp"

namespace evalground::cli {
namespace {

// The byte offsets of a text's UTF-16 offsets; a text with tens of thousands of problems is walked once.
// A mark is kept every 1,024 units, so a later offset is found near its mark.
class Utf16Offsets {
 public:
  // `text` must be the same in each call.
  std::uint32_t byte_of(std::int64_t unit, std::string_view text) {
    if (unit < 0) unit = 0;
    while (marks_.back().unit < unit && marks_.back().byte < text.size())
      marks_.push_back(after(marks_.back(), marks_.back().unit + between, text));
    const auto behind = std::upper_bound(marks_.begin(), marks_.end(), unit,
                                         [](std::int64_t wanted, const Mark& mark) { return wanted < mark.unit; });
    return static_cast<std::uint32_t>(after(*(behind - 1), unit, text).byte);
  }

 private:
  struct Mark {
    std::int64_t unit = 0;
    std::size_t byte = 0;
  };
  static constexpr std::int64_t between = 1024;

  static Mark after(Mark at, std::int64_t unit, std::string_view text) {
    while (at.byte < text.size() && at.unit < unit) {
      const CodePoint code_point = decode_code_point(text, at.byte);
      at.unit += code_point.value > 0xFFFF ? 2 : 1;
      at.byte += code_point.size;
    }
    return at;
  }

  std::vector<Mark> marks_{Mark()};
};

// Converts the spans of an outcome back to origins, so that the terminal shows the same as the engine's own messages.
// Declared secrets are covered in the texts.
// Sources are added when the first problem needs them.
class Places {
 public:
  explicit Places(const Map& workspace) : workspace_(workspace) {}

  // A text that has not been shown yet is added as a source, with its secrets covered.
  OriginId place(const Value* span) {
    if (span == nullptr || !span->is_map()) return 0;
    const std::string path(text_at(span->as_map(), "file"));
    const auto known = files_.find(path);
    const std::uint32_t file = known != files_.end() ? known->second : add(path);
    const std::string_view text = sources_.text(file);  // covered, with the offsets that it had
    Utf16Offsets& offsets = offsets_[file];
    return sources_.add({file, offsets.byte_of(span->as_map().find("from")->as_integer(), text),
                         offsets.byte_of(span->as_map().find("to")->as_integer(), text), Via::literal, 0, false});
  }
  // For a problem of a dialect's option: sets its place in the workspace's file, or adds a note that names the flag.
  void place_option(const std::string& name, const Options& options, Diagnostic& diagnostic) {
    for (const auto& [given, text] : options.dialect_options) {
      if (given == name) {
        diagnostic.notes.push_back({"given by --option " + name + "=" + text, 0});
        return;
      }
    }
    place_part({"options", name}, options, diagnostic);
  }
  // Of a problem of a part of the workspace.
  void place_part(const std::vector<std::string>& path, const Options& options, Diagnostic& diagnostic) {
    if (!path.empty() && path[0] == "dialect" && options.dialect) {
      diagnostic.notes.push_back({"given by --dialect " + *options.dialect, 0});
      return;
    }
    if (!text_) text_.emplace(options, sources_);
    diagnostic.where = text_->place(path);
  }
  const Sources& sources() const { return sources_; }

 private:
  std::uint32_t add(const std::string& path) {
    std::string text;
    const Value* files = workspace_.find("files");
    if (path == expression_path) {
      const Value* expression = workspace_.find("expression");
      Budget budget = generous_budget();
      if (expression != nullptr) {
        text = expression->is_string() ? std::string(expression->as_string()) : write_json(*expression, budget);
      }
    } else if (files != nullptr && files->is_map() && files->as_map().contains(path)) {
      const Value& content = *files->as_map().find(path);
      if (content.is_string()) text = content.as_string();
    } else {
      text = text_at(workspace_, "main");  // a document given in place
    }
    if (!secrets_) secrets_.emplace(workspace_);
    return files_[path] = sources_.add_file(path == expression_path ? "expression" : path, secrets_->covered(text));
  }

  const Map& workspace_;
  std::optional<DeclaredSecrets> secrets_;
  Sources sources_;
  std::unordered_map<std::string, std::uint32_t> files_;
  std::unordered_map<std::uint32_t, Utf16Offsets> offsets_;
  std::optional<WorkspaceText> text_;  // of the workspace's own problems
};

Severity severity_of(std::string_view word) {
  return word == "warning" ? Severity::warning : word == "hint" ? Severity::hint : Severity::error;
}

std::string colored(std::string text, Severity severity) {
  const std::string word = std::string(severity_name(severity)) + ": ";
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return text;
  const char* code = severity == Severity::error     ? "\033[1;31m"
                     : severity == Severity::warning ? "\033[1;33m"
                                                     : "\033[1;36m";
  return text.substr(0, at) + code + word + "\033[0m" + text.substr(at + word.size());
}

// The parts of a result that is not a single value: a policy's reports, classes and variables.
std::optional<Value> parts_of(const Map& outcome) {
  Map parts;
  for (const std::string_view key : {"reports", "classes", "variables", "outputs"}) {
    if (const Value* part = outcome.find(key)) parts.set(key, *part);
  }
  return parts.empty() ? std::nullopt : std::optional<Value>(Value::map(std::move(parts)));
}

// The part at a path, for a change; null when absent.
Value* part_for_edit(Value& value, const std::vector<std::string>& path) {
  Value* at = &value;
  for (const std::string& part : path) {
    if (at->is_map()) {
      at = at->edit_map().find_for_edit(Value::string(part));
    } else if (at->is_list()) {
      const auto index = parse_integer(part);
      const auto size = static_cast<std::int64_t>(at->as_list().size());
      at = index && index.value >= 0 && index.value < size ? &at->edit_list()[static_cast<std::size_t>(index.value)]
                                                           : nullptr;
    } else {
      return nullptr;
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

double real_of(std::string_view yaml) {
  if (yaml == ".nan") return std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  return yaml == ".inf" ? infinity : -infinity;
}

// The result with the numbers that JSON lacks, which YAML has.
Value with_not_finite(Value value, bool is_whole, const Map& outcome) {
  const Value* numbers = outcome.find("notFinite");
  if (numbers == nullptr) return value;
  for (const auto& [pointer, text] : numbers->as_map()) {
    std::vector<std::string> path = parse_pointer(pointer.as_string());
    if (!is_whole) path.insert(path.begin(), "outputs");
    if (Value* part = part_for_edit(value, path)) *part = Value::real(real_of(text.as_string()));
  }
  return value;
}

// Characters without width: direction marks, which reorder text, joiners and tags.
bool is_unseen(char32_t value) {
  return value == 0x00AD || value == 0x061C || value == 0x180E || (value >= 0x200B && value <= 0x200F) ||
         (value >= 0x2028 && value <= 0x202E) || (value >= 0x2060 && value <= 0x206F) || value == 0xFEFF ||
         (value >= 0xFFF9 && value <= 0xFFFB) || (value >= 0xE0000 && value <= 0xE007F);
}

// Azure Pipelines, TeamCity, and GitHub's first version interpret these as commands anywhere in a line.
bool is_command(std::string_view text) {
  if (!text.starts_with("##")) return false;
  text.remove_prefix(2);
  return text.starts_with('[') || text.starts_with("vso[") || text.starts_with("teamcity[");
}

}  // namespace

// Automatic means text for a template, and JSON for everything else. A result that is only text is a text in JSON and
// YAML.
std::string result_text(const Map& outcome, Format format) {
  Budget budget = generous_budget();
  const Value* text = outcome.find("text");
  if (text != nullptr && (format == Format::text || format == Format::automatic)) return std::string(text->as_string());
  const Value* whole = outcome.find("value");
  std::optional<Value> value = whole != nullptr ? std::optional<Value>(*whole) : parts_of(outcome);
  if (!value && text != nullptr) value = *text;
  if (!value) return {};
  switch (format) {
    case Format::yaml: return write_yaml(with_not_finite(*value, whole != nullptr, outcome), budget);
    case Format::text:
      if (value->is_string()) return std::string(value->as_string()) + "\n";
      return write_yaml(with_not_finite(*value, whole != nullptr, outcome), budget);
    default: return write_json(*value, budget, {.indent = 2}) + "\n";
  }
}

// Control characters become their pictures (U+2400 and following), and what has no width a replacement character, so a
// reader sees that something is there. `::` at the start of a line gets a bar before it.
std::string printable(std::string_view text) {
  std::string result;
  bool begins_line = true;  // ignoring spaces
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const char32_t value = point.value;
    if (begins_line && text.substr(at).starts_with("::")) result += "| ";
    if (is_command(text.substr(at))) {
      result += "# ";
      begins_line = false;
      ++at;
      continue;
    }
    begins_line = value == '\n' || (begins_line && is_space(value));
    if (value < 0x20 && value != '\n' && value != '\t') {
      append_code_point(result, 0x2400 + value);  // U+241B SYMBOL FOR ESCAPE
    } else if (value == 0x7F) {
      append_code_point(result, 0x2421);
    } else if (is_unseen(value)) {
      append_code_point(result, 0xFFFD);
    } else if (value >= 0x80 && value < 0xA0) {
      append_code_point(result, 0xFFFD);
    } else {
      append_code_point(result, value);
    }
    at += point.size;
  }
  return result;
}

void print_report(std::string_view text) {
  const std::string shown = printable(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

std::string problems_text(const Map& outcome, const Map& workspace, bool color, const Options* options) {
  std::string result;
  Places places(workspace);
  if (const Value* diagnostics = outcome.find("diagnostics")) {
    for (const Value& item : diagnostics->as_list()) {
      const Map& source = item.as_map();
      Diagnostic diagnostic;
      diagnostic.severity = severity_of(text_at(source, "severity"));
      diagnostic.message = text_at(source, "message");
      diagnostic.where = places.place(source.find("span"));
      if (const Value* option = source.find("option"); option != nullptr && options != nullptr) {
        places.place_option(std::string(option->as_string()), *options, diagnostic);
      } else if (const Value* key = source.find("key"); key != nullptr && options != nullptr) {
        places.place_part(parse_pointer(key->as_string()), *options, diagnostic);
      }
      if (const Value* related = source.find("related")) {
        for (const Value& note : related->as_list()) {
          diagnostic.notes.push_back(
              {std::string(text_at(note.as_map(), "message")), places.place(note.as_map().find("span"))});
        }
      }
      const std::string text = printable(describe(diagnostic, places.sources()));
      result += color ? colored(text, diagnostic.severity) : text;
    }
  }
  return result;
}

std::string trace_text(const Map& outcome) {
  const Value* trace = outcome.find("trace");
  return trace == nullptr ? std::string() : printable(evalground::trace_text(trace->as_list(), true));
}

bool wants_color(Color color) {
  if (color != Color::automatic) return color == Color::always;
  return isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace evalground::cli
