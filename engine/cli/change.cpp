// The search is the engine's (change/). This file reads the wish, shows what was found as lines to remove and to add,
// and finds the file on disk that each text of the workspace came from.
#include "cli/change.hpp"

#include <algorithm>
#include <cstdio>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "change/places.hpp"
#include "cli/alignment.hpp"
#include "cli/differences.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "cli/outcome_of.hpp"
#include "cli/outside.hpp"
#include "cli/report.hpp"
#include "cli/utf16_cursor.hpp"
#include "data/patch/yaml_patch.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/load.hpp"
#include "engine.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_others_shown = 10;

Budget change_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
}

const List& list_at(const Map& map, std::string_view key) {
  static const List none;
  const Value* value = map.find(key);
  return value != nullptr && value->is_list() ? value->as_list() : none;
}

std::int64_t number_at(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->kind() == Kind::integer ? value->as_integer() : 0;
}

// "instances.api.region=us": a path, and a value that is JSON, or text.
Map wish_of(const Options& options, const Map& workspace, Budget& budget) {
  if (!options.set) throw UsageError("give the value with --set PATH=VALUE");
  const std::string& text = *options.set;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw UsageError("--set takes PATH=VALUE, not " + quote(text));
  std::string path = text.substr(0, equals);
  // A variable of a host is a map of its value and where that comes from.
  const bool is_host = text_at(workspace, "operation") == "host" && !path.starts_with('/') && !path.starts_with('$') &&
                       !path.starts_with("variables.");
  if (is_host) {
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    path = "variables." + path.substr(0, end) + ".value" + path.substr(end);
  }
  const std::string written = text.substr(equals + 1);
  Value to = Value::string(written);
  try {
    to = parse_json(written, budget);
  } catch (const Error&) {
    // It is text.
  }
  Map request{{"change", Value::map(workspace)}, {"path", Value::string(path)}, {"to", std::move(to)}};
  if (options.trials) request.set("trials", Value::integer(static_cast<std::int64_t>(*options.trials)));
  if (options.time_ms != 0) request.set("time_ms", Value::integer(options.time_ms));
  return request;
}

// Where the workspace has the text of a file that an edit names: ["files", name], or the document in place.
List path_of_text(const Map& workspace, const std::string& file) {
  const Value* files = workspace.find("files");
  if (files != nullptr && files->is_map() && files->as_map().contains(file)) {
    return {Value::string("files"), Value::string(file)};
  }
  return {Value::string(file == "<expression>" ? "expression" : "main")};
}

std::string text_of(const Map& workspace, const std::string& file) {
  const List path = path_of_text(workspace, file);
  const Value* value = workspace.find(path[0]);
  if (value != nullptr && path.size() == 2) value = value->as_map().find(path[1]);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

// A text before and after an edit.
struct Edited {
  std::string file;
  std::string before;
  std::string after;
  bool is_new = false;
};

Edited edited(const Map& workspace, const Map& edit) {
  Edited result{.file = std::string(text_at(edit, "file")), .is_new = edit.contains("creates")};
  if (!result.is_new) result.before = text_of(workspace, result.file);
  Utf16Cursor cursor(result.before);
  const std::size_t from = cursor.byte_at(number_at(edit, "from"));
  const std::size_t to = cursor.byte_at(number_at(edit, "to"));
  result.after = result.before.substr(0, from) + std::string(text_at(edit, "text")) + result.before.substr(to);
  return result;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// One hunk of a unified difference. `context` is the number of unchanged lines around it.
std::string hunk(const Edited& text, std::size_t context, std::string_view indent, bool has_header) {
  const auto before = lines_of(text.before);
  const auto after = lines_of(text.after);
  const CommonEnds ends =
      common_ends(before.size(), after.size(), [&](std::size_t a, std::size_t b) { return before[a] == after[b]; });
  const std::size_t begin = ends.head - std::min(ends.head, context);
  const std::size_t tail = std::min(ends.tail, context);
  std::string result;
  const auto add = [&](char mark, std::string_view line) {
    result.append(indent) += mark;
    result.append(line);
    if (!line.ends_with('\n')) result += has_header ? "\n\\ No newline at end of file\n" : "\n";
  };
  if (has_header) {
    const auto range = [&](std::size_t count) {
      return std::to_string(count == 0 ? begin : begin + 1) + "," + std::to_string(count);
    };
    const std::size_t removed = before.size() - ends.tail - begin + tail;
    const std::size_t added = after.size() - ends.tail - begin + tail;
    result += (text.is_new ? "--- /dev/null\n" : "--- a/" + text.file + "\n") + "+++ b/" + text.file + "\n@@ -" +
              range(removed) + " +" + range(added) + " @@\n";
  }
  for (std::size_t at = begin; at < ends.head; ++at) add(' ', before[at]);
  for (std::size_t at = ends.head; at < before.size() - ends.tail; ++at) add('-', before[at]);
  for (std::size_t at = ends.head; at < after.size() - ends.tail; ++at) add('+', after[at]);
  for (std::size_t at = before.size() - ends.tail; at < before.size() - ends.tail + tail; ++at) add(' ', before[at]);
  return result;
}

std::string others_text(const Map& candidate) {
  std::string text;
  const List& others = list_at(candidate, "others");
  for (std::size_t at = 0; at < others.size() && at < most_others_shown; ++at) {
    const Map& other = others[at].as_map();
    const auto value = [&](std::string_view key) { return other.contains(key) ? *other.find(key) : Value(); };
    const Difference difference{list_at(other, "path"), value("before"), value("after")};
    text += "   also changes " + path_text(difference.path) + ": " + change_text(difference) + "\n";
  }
  if (others.size() > most_others_shown) {
    text += "   and " + std::to_string(others.size() - most_others_shown) + " other values\n";
  }
  return text;
}

std::string bound_text(const Map& answer) {
  const std::string_view bound = text_at(answer, "bound");
  if (bound.empty()) return {};
  const std::string_view reason = bound == "time"     ? "by its time; --time gives more"
                                  : bound == "trials" ? "by its number of evaluations; --trials gives more"
                                                      : "because it was interrupted";
  return "\nThe search ended " + std::string(reason) +
         ". Changes that were not tried: " + std::to_string(number_at(answer, "untried")) + ".\n";
}

std::string candidates_text(const Map& answer, const Map& workspace) {
  const List& candidates = list_at(answer, "candidates");
  List path = list_at(answer, "path");
  if (path.size() > 1 && path.front().is_text("value")) path.erase(path.begin());
  std::string text = path_text(path);
  if (const Value* now = answer.find("now"))
    text += " is " + short_json(*now) + ", wanted " + short_json(*answer.find("to"));
  text += candidates.empty() ? ": no change was found that gives it" : "";
  text += " (evaluations: " + std::to_string(number_at(answer, "trials")) + ")\n";
  for (std::size_t at = 0; at < candidates.size(); ++at) {
    const Map& candidate = candidates[at].as_map();
    text += "\n" + std::to_string(at + 1) + ". " + std::string(text_at(candidate, "title")) + ". " +
            std::string(text_at(candidate, "reason")) + "\n";
    for (const Value& edit : list_at(candidate, "edits")) {
      // The removed lines have the old value.
      if (answer.contains("now")) text += hunk(edited(workspace, edit.as_map()), 0, "   ", false);
    }
    for (const Value& one : list_at(candidate, "changes")) {
      text +=
          "   " + std::string(text_at(one.as_map(), "path")) + ": " + short_json(*one.as_map().find("value")) + "\n";
    }
    text += others_text(candidate);
  }
  return text;
}

// The texts of the workspace that are files of their own: below --root, or named by --main and --file.
bool write_file(const Edited& text, const Options& options) {
  if (options.root) {
    const auto before = text.is_new ? std::nullopt : std::optional(text.before);
    if (!replace_below(*options.root, text.file, before, text.after, options.follow)) {
      throw UsageError(text.file + " has changed since it was read, so nothing was written");
    }
    return true;
  }
  std::vector<std::string> paths = options.files;
  if (options.main) paths.push_back(*options.main);
  for (const std::string& path : paths) {
    if (path != text.file && !path.ends_with("/" + text.file)) continue;
    WholeFile(path, text.after).commit();
    return true;
  }
  return false;
}

// A workspace file with another value of the workspace, and its layout kept.
void write_workspace(const Options& options, const List& path, const Value& to, Budget& budget) {
  const bool is_known =
      !options.operands.empty() && options.operands.front() != "-" && is_file(options.operands.front());
  if (!is_known) {
    throw UsageError("this change is in a part of the workspace that is in no file; change the flag or the link");
  }
  const std::string& name = options.operands.front();
  Sources sources;
  const std::uint32_t file = sources.add_file(name, read_file(name));
  const Document document = parse_yaml(sources, file, budget);
  const Value workspace = load_yaml(document, sources, budget);
  const Value changed = changing::value_with(workspace, path, 0, to, budget);
  if (changed.is_undefined()) throw UsageError(name + " has no place for this change");
  WholeFile(name, patch_yaml(sources, document, workspace, changed, budget)).commit();
}

// A pointer of the engine as a path, with indexes where the workspace has lists.
List pointer_path(std::string_view pointer, const Map& workspace) {
  List path;
  Value at = Value::map(workspace);
  for (const std::string& part : parse_pointer(pointer)) {
    path.push_back(at.is_list() ? Value::integer(parse_integer(part).value) : Value::string(part));
    at = shrinking::value_at(at, {path.back()});
  }
  return path;
}

void apply(const Map& candidate, const Map& workspace, const Options& options, Budget& budget) {
  for (const Value& edit : list_at(candidate, "edits")) {
    const Edited text = edited(workspace, edit.as_map());
    if (!write_file(text, options)) {
      write_workspace(options, path_of_text(workspace, text.file), Value::string(text.after), budget);
    }
  }
  for (const Value& one : list_at(candidate, "changes")) {
    write_workspace(options, pointer_path(text_at(one.as_map(), "path"), workspace), *one.as_map().find("value"),
                    budget);
  }
}

}  // namespace

bool change_value(const Options& options) {
  Budget budget = change_budget();
  const Map workspace = read_input(options);
  require_dialect(workspace, options);
  Outside host(options);
  const Map request = wish_of(options, workspace, budget);
  const Value value = parse_json(change(write_json(Value::map(request), budget), host), budget);
  const Map& answer = value.as_map();
  if (!answer.find("ok")->as_boolean()) {
    throw UsageError(std::string(text_at(list_at(answer, "diagnostics").front().as_map(), "message")));
  }
  const List& candidates = list_at(answer, "candidates");
  if (options.apply) {
    if (*options.apply > candidates.size()) {
      throw UsageError("--apply " + std::to_string(*options.apply) + ": there are " +
                       std::to_string(candidates.size()) + " candidates");
    }
    const Map& candidate = candidates[static_cast<std::size_t>(*options.apply) - 1].as_map();
    apply(candidate, workspace, options, budget);
    std::fputs((printable(std::string(text_at(candidate, "title"))) + ": done.\n").c_str(), stderr);
    return true;
  }
  std::string text;
  if (options.format == Format::json) {
    text = write_json(value, budget, {.indent = 2}) + "\n";
  } else if (options.format == Format::diff) {
    if (!answer.contains("now")) throw UsageError("--format diff would show the old value, which is secret");
    std::size_t number = 0;
    for (const Value& candidate : candidates) {
      text += std::to_string(++number) + ". " + std::string(text_at(candidate.as_map(), "title")) + "\n";
      for (const Value& edit : list_at(candidate.as_map(), "edits"))
        text += hunk(edited(workspace, edit.as_map()), 3, "", true);
    }
  } else {
    text = printable(candidates_text(answer, workspace) + bound_text(answer));
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return !candidates.empty();
}

}  // namespace evalground::cli
