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
#include "runtime/context.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"
#include "value/members.hpp"

namespace evalground::cli {
namespace {

Budget change_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
}

// "instances.api.region=us": a path, and a value as a person writes it.
Map wish_of(const Options& options, const Map& workspace) {
  if (!options.set) throw UsageError("give the value with --set PATH=VALUE");
  const std::string& text = *options.set;
  const std::size_t equals = shrinking::path_end(text);
  if (equals == std::string::npos || equals == 0) {
    throw UsageError("--set takes PATH=VALUE, not " + quote(text) + "; a key with special characters is ['a=b']");
  }
  Map request{{"change", Value::map(workspace)},
              {"path", Value::string(asked_path(text.substr(0, equals), workspace))},
              {"toText", Value::string(text.substr(equals + 1))}};
  if (options.trials) request.set("trials", Value::integer(static_cast<std::int64_t>(*options.trials)));
  if (options.time_ms != 0) request.set("time_ms", Value::integer(options.time_ms));
  return request;
}

// The path of the value that was asked about, as the user would name it.
std::string asked_name(const Map& answer) {
  List path = list_member(answer, "path");
  if (path.size() > 1 && path.front().is_text("value")) path.erase(path.begin());
  return path_text(path);
}

// Whether the value is what is wanted already. That of a secret is not known.
bool is_satisfied(const Map& answer) {
  const Value* now = answer.find("now");
  return now != nullptr && differences(*now, *answer.find("to")).empty();
}

std::string candidates_text(const Map& answer, const Map& workspace) {
  const List& candidates = list_member(answer, "candidates");
  std::string text = asked_name(answer);
  if (const Value* now = answer.find("now"))
    text += " is " + short_json(*now) + ", wanted " + short_json(*answer.find("to"));
  text += candidates.empty() ? ": no change was found that gives it" : "";
  text += " (evaluations: " + std::to_string(count_member(answer, "trials")) + ")\n";
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
    write_named(path, text.after);
    return true;
  }
  return false;
}

bool is_json(std::string_view text, Budget& budget) {
  return recover([&] { return parse_json(text, budget), true; }, [](const Error&) { return false; });
}

// The file with another value at a path, and its layout kept. `whole` is what the file must contain now.
void write_yaml_file(const std::string& name, const Value* whole, const List& path, const Value& to, Budget& budget) {
  Sources sources;
  const std::uint32_t file = sources.add_file(name, read_file(name));
  const auto fail = [&](const std::string& why) {
    throw UsageError(name + " cannot be changed in place, because " + why + "; nothing was written");
  };
  try {
    const Document document = parse_yaml(sources, file, budget);
    const Value content = load_yaml(document, sources, budget);
    if (whole != nullptr && !differences(content, *whole).empty()) fail("it is neither YAML nor JSON");
    const Value changed = changing::value_with(content, path, 0, to, budget);
    if (changed.is_undefined()) fail("it has no place for " + path_text(path));
    std::string text = patch_yaml(sources, document, content, changed, budget);
    // YAML that was put into JSON.
    if (is_json(sources.text(file), budget) && !is_json(text, budget)) {
      text = write_json(changed, budget, {.indent = 2}) + "\n";
    }
    write_named(name, text);
  } catch (const Error& error) {
    fail(error.what());
  }
}

// A value that a flag gave is in no file, except that of `--data @FILE`.
void refuse_flag(const List& path, const Options& options) {
  const auto refuse = [](std::string_view flag) {
    throw UsageError("this value is given by " + std::string(flag) + "; change it there");
  };
  const auto is_given = [&](const Options::Pairs& pairs) {
    return path.size() > 1 && std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
             return path[1].is_string() && path[1].as_string() == pair.first;
           });
  };
  if (path.front().is_text("data") && options.data) refuse("--data");
  if (path.front().is_text("vars") && is_given(options.vars)) refuse("--var");
  if (path.front().is_text("inputs") && is_given(options.inputs)) refuse("--input");
  if (path.front().is_text("env") && is_given(options.env)) refuse("--env");
  if (path.front().is_text("expression") && options.expression) refuse("--expression");
}

// A changed value of the workspace, in the file that it came from.
void write_value(const Options& options, const Map& workspace, const List& path, const Value& to, Budget& budget) {
  if (path.front().is_text("data") && options.data && options.data->starts_with('@')) {
    const List within(path.begin() + 1, path.end());
    return write_yaml_file(options.data->substr(1), workspace.find("data"), within, to, budget);
  }
  refuse_flag(path, options);
  const bool is_known =
      !options.operands.empty() && options.operands.front() != "-" && is_file(options.operands.front());
  if (!is_known) {
    throw UsageError("this change is in a part of the workspace that is in no file; change the flag or the link");
  }
  write_yaml_file(options.operands.front(), nullptr, path, to, budget);
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
  for (const Value& edit : list_member(candidate, "edits")) {
    const Edited text = edited(workspace, edit.as_map());
    if (!write_file(text, options)) {
      write_value(options, workspace, path_of_text(workspace, text.file), Value::string(text.after), budget);
    }
  }
  for (const Value& one : list_member(candidate, "changes")) {
    write_value(options, workspace, pointer_path(text_at(one.as_map(), "path"), workspace), *one.as_map().find("value"),
                budget);
  }
}

}  // namespace

bool change_value(const Options& options) {
  Budget budget = change_budget();
  const Map workspace = read_input(options);
  require_dialect(workspace, options);
  Outside host(options);
  const Map request = wish_of(options, workspace);
  const Value value = parse_json(change(write_json(Value::map(request), budget), host), budget);
  const Map& answer = value.as_map();
  if (!answer.find("ok")->as_boolean()) {
    throw UsageError(std::string(text_at(list_member(answer, "diagnostics").front().as_map(), "message")));
  }
  if (is_satisfied(answer) && options.format != Format::json) {
    std::fputs((printable(asked_name(answer)) + " is " + printable(short_json(*answer.find("to"))) +
                " already, so nothing needs to change.\n")
                   .c_str(),
               options.apply ? stderr : stdout);
    return true;
  }
  const List& candidates = list_member(answer, "candidates");
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
      for (const Value& edit : list_member(candidate.as_map(), "edits"))
        text += hunk(edited(workspace, edit.as_map()), 3, "", true);
    }
  } else {
    text = printable(candidates_text(answer, workspace) + bound_text(answer));
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return !candidates.empty();
}

}  // namespace evalground::cli
