// The search is the engine's (change/). This file reads the wish, shows what was found as lines to remove and to add,
// and finds the file on disk that each text of the workspace came from.
#include "cli/change.hpp"

#include <algorithm>
#include <cstdio>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "change/places.hpp"
#include "cli/candidates.hpp"
#include "cli/differences.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "cli/outcome_of.hpp"
#include "cli/outside.hpp"
#include "cli/report.hpp"
#include "data/patch/yaml_patch.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/load.hpp"
#include "engine.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

Budget change_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
}

// "instances.api.region=us": a path, and a value that is JSON, or text.
Map wish_of(const Options& options, const Map& workspace, Budget& budget) {
  if (!options.set) throw UsageError("give the value with --set PATH=VALUE");
  const std::string& text = *options.set;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw UsageError("--set takes PATH=VALUE, not " + quote(text));
  const std::string path = asked_path(text.substr(0, equals), workspace);
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

std::string candidates_text(const Map& answer, const Map& workspace) {
  const List& candidates = list_at(answer, "candidates");
  List path = list_at(answer, "path");
  if (path.size() > 1 && path.front().is_text("value")) path.erase(path.begin());
  std::string text = path_text(path);
  if (const Value* now = answer.find("now"))
    text += " is " + short_json(*now) + ", wanted " + short_json(*answer.find("to"));
  text += candidates.empty() ? ": no change was found that gives it" : "";
  text += " (evaluations: " + std::to_string(number_at(answer, "trials")) + ")\n";
  std::size_t number = 0;
  // The removed lines of a secret have the old value.
  for (const Value& one : candidates) text += candidate_text(++number, one.as_map(), workspace, answer.contains("now"));
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
