// The configuration, paths relative to its folder:
//
//   folder: snapshots                 # where they are written
//   snapshots:
//     app:
//       root: .                       # files of the workspace: those below a folder, or a list of `files`
//       workspace: {dialect: jinja2, options: {flavor: ansible, inventory: hosts.ini}}
//       for: {main: [a.j2, b.j2], options.host: [web1, web2]}    # each of one with each of the other
#include "cli/repro/snapshot.hpp"

#include <cstdio>
#include <filesystem>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/repro/findings.hpp"
#include "cli/repro/outcome_of.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/write.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_combinations = 10'000;

Budget generous_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
}

// The same with a value at "options.host".
Map with_key(Map map, std::string_view dotted, const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  const std::size_t dot = dotted.find('.');
  if (dot == std::string_view::npos || map.contains(dotted)) {
    map.set(dotted, value);
    return map;
  }
  const std::string_view key = dotted.substr(0, dot);
  const Value* inner = map.find(key);
  map.set(key, Value::map(with_key(inner != nullptr && inner->is_map() ? inner->as_map() : Map(),
                                   dotted.substr(dot + 1), value, budget)));
  return map;
}

struct Combination {
  std::string label;  // "main=a.j2, host=web1"
  Map workspace;
};

// `files` of the workspace when `main` is one that is chosen: a document by its path.
std::vector<Combination> combinations(const std::string& name, const Map& entry, const std::string& folder,
                                      bool follow) {
  const Value base = entry.contains("workspace") ? *entry.find("workspace") : Value::map();
  if (!base.is_map()) throw UsageError("the snapshot " + quote(name) + " needs a map under \"workspace\"");
  Map files;
  if (const Value* root = entry.find("root")) {
    for (const auto& [path, content] : read_folder(folder + "/" + std::string(root->as_string()), follow)) {
      if (content.is_string() && !path.as_string().ends_with(".snap.yaml")) files.set(path, content);
    }
  }
  if (const Value* list = entry.find("files")) {
    for (const Value& path : list->as_list())
      files.set(path, Value::string(read_file(folder + "/" + std::string(path.as_string()))));
  }
  Map workspace = base.as_map();
  if (!files.empty()) workspace.set("files", Value::map(std::move(files)));
  std::vector<Combination> result{{"", std::move(workspace)}};
  Budget budget = generous_budget();
  const Value* axes = entry.find("for");
  if (axes == nullptr) return result;
  if (!axes->is_map()) throw UsageError("the snapshot " + quote(name) + " needs a map of lists under \"for\"");
  for (const auto& [key, values] : axes->as_map()) {
    if (!key.is_string() || !values.is_list() || values.as_list().empty())
      throw UsageError("the snapshot " + quote(name) + " needs lists of values under \"for\"");
    std::vector<Combination> next;
    const std::string_view dotted = key.as_string();
    const std::string_view last = dotted.substr(dotted.rfind('.') + 1);
    for (const Combination& one : result) {
      for (const Value& value : values.as_list()) {
        const std::string shown = value.is_string() ? std::string(value.as_string()) : short_json(value);
        next.push_back({one.label + (one.label.empty() ? "" : ", ") + std::string(last) + "=" + shown,
                        with_key(one.workspace, dotted, value, budget)});
        if (next.size() > most_combinations)
          throw UsageError("the snapshot " + quote(name) + " has more than 10,000 combinations");
      }
    }
    result = std::move(next);
  }
  return result;
}

// What of an outcome is written down.
Value recorded(const Map& outcome) {
  Map result;
  for (const std::string_view key : {"value", "text", "outputs", "reports", "files"}) {
    const Value* value = outcome.find(key);
    if (value == nullptr || value->is_null()) continue;
    if (key == "value" && outcome.contains("text")) continue;  // the same
    if ((value->is_map() && value->as_map().empty()) || (value->is_list() && value->as_list().empty())) continue;
    result.set(key, *value);
  }
  if (const Map* error = first_error(outcome)) {
    result.set("problem",
               Value::string(std::string(text_at(*error, "code")) + ": " + std::string(text_at(*error, "message"))));
  }
  return Value::map(std::move(result));
}

// "group_vars/all.yml:3:7", as values that were read are named.
SourceLine line_of_place(std::string_view place) {
  const std::size_t column = place.rfind(':');
  if (column == std::string_view::npos || column == 0) return {};
  const std::size_t line = place.rfind(':', column - 1);
  if (line == std::string_view::npos) return {};
  const auto number = parse_integer(place.substr(line + 1, column - line - 1));
  return number ? SourceLine{std::string(place.substr(0, line)), static_cast<std::size_t>(number.value)} : SourceLine();
}

// The line that a value came from by these origins: what it has read says more than the expression that read it.
SourceLine line_of(const Value& origins) {
  if (!origins.is_list()) return {};
  SourceLine line;
  for (const Value& origin : origins.as_list()) {
    if (const Value* reads = origin.as_map().find("reads"); reads != nullptr && reads->is_list()) {
      for (const Value& read : reads->as_list()) {
        SourceLine found = line_of_place(read.as_string());
        if (!found.file.empty()) return found;
      }
    }
    const Value* span = origin.as_map().find("span");
    if (!line.file.empty() || span == nullptr || !span->is_map()) continue;
    line.file = text_at(span->as_map(), "file");
    line.line = static_cast<std::size_t>(span->as_map().find("line")->as_integer());
  }
  return line;
}

// The line of a source that a line of the text came from: the first stretch in it that says so.
SourceLine line_of_text(const Map& outcome, std::int64_t number) {
  const Value* text = outcome.find("text");
  const Value* map = outcome.find("textMap");
  if (text == nullptr || map == nullptr || !map->is_map()) return {};
  const Value* stretches = map->as_map().find("stretches");
  const Value* origins = map->as_map().find("origins");
  if (stretches == nullptr || origins == nullptr) return {};
  // In UTF-16 units.
  std::int64_t begin = 0;
  std::int64_t at = 0;
  std::int64_t line = 0;
  std::int64_t end = -1;
  for (const char c : text->as_string()) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) at += byte >= 0xF0 ? 2 : 1;
    if (c != '\n') continue;
    if (line == number) end = at;
    if (++line == number) begin = at;
  }
  if (end < 0) end = at;
  const List& numbers = stretches->as_list();
  const Value* reads = map->as_map().find("reads");
  SourceLine found;
  for (std::size_t one = 0; one + 3 < numbers.size(); one += 4) {
    if (numbers[one].as_integer() >= end || numbers[one + 1].as_integer() <= begin) continue;
    const std::int64_t read = numbers[one + 3].as_integer();
    if (read >= 0 && reads != nullptr) {
      for (const Value& place : reads->as_list()[static_cast<std::size_t>(read)].as_list()) {
        SourceLine source = line_of_place(place.as_string());
        if (!source.file.empty()) return source;
      }
    }
    const std::int64_t index = numbers[one + 2].as_integer();
    if (found.file.empty() && index >= 0) found = line_of(origins->as_list()[static_cast<std::size_t>(index)]);
  }
  return found;
}

// Which line of the workspace's texts made a part of the result what it is.
SourceLine cause_of(const Map& outcome, const List& path) {
  if (path.empty()) return {};
  const std::string_view root = path[0].is_string() ? path[0].as_string() : std::string_view();
  if (root == "problem") {
    const Map* error = first_error(outcome);
    return error != nullptr ? line_of(Value::list({Value::map(*error)})) : SourceLine();
  }
  if (root == "text" && path.size() > 1) return line_of_text(outcome, path[1].as_integer());
  const Value* origins = outcome.find("origins");
  if (origins == nullptr) return {};
  // The nearest part around it that has an origin.
  for (std::size_t size = path.size(); size > 0; --size) {
    std::string pointer;
    for (std::size_t at = 1; at < size; ++at) {
      append_pointer_part(
          pointer, path[at].is_string() ? std::string(path[at].as_string()) : std::to_string(path[at].as_integer()));
    }
    if (const Value* list = origins->as_map().find(pointer)) {
      const SourceLine line = line_of(*list);
      if (!line.file.empty()) return line;
    }
  }
  return {};
}

void compare(const Combination& one, const Value& before, const Map& outcome, SnapshotResult& result) {
  for (const Difference& difference : differences(before, recorded(outcome)))
    result.changes.push_back({difference, cause_of(outcome, difference.path)});
  if (result.changes.empty()) return;
  try {
    result.link = "#" + write_link(one.workspace);
  } catch (const LinkError&) {
    result.link.clear();  // too large for one
  }
}

Map read_snapshots(const std::string& path) {
  if (!is_file(path)) return {};
  const Value value = read_yaml_file(path);
  return value.is_map() ? value.as_map() : Map();
}

}  // namespace

bool snapshot(const Options& options) {
  if (options.operands.size() > 1) throw UsageError("snapshot takes one configuration");
  const std::string path = options.operands.empty() ? ".evalground.yaml" : options.operands[0];
  if (!is_file(path)) throw UsageError("there is no " + path + ", which says what snapshots there are");
  const Value configuration = read_yaml_file(path);
  const Value* entries = configuration.is_map() ? configuration.as_map().find("snapshots") : nullptr;
  if (entries == nullptr || !entries->is_map()) throw UsageError(path + " needs a map under \"snapshots\"");
  const std::string folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path().string() : ".";
  const std::string_view below = text_at(configuration.as_map(), "folder");
  const std::string target = below.empty() ? "snapshots" : std::string(below);
  std::vector<SnapshotResult> results;
  for (const auto& [key, entry] : entries->as_map()) {
    if (!key.is_string() || !entry.is_map()) throw UsageError(path + " needs maps under \"snapshots\"");
    const std::string name(key.as_string());
    const std::string file = target + "/" + name + ".snap.yaml";
    const Map before = options.check ? read_snapshots(folder + "/" + file) : Map();
    Map now;
    for (const Combination& one : combinations(name, entry.as_map(), folder, options.follow)) {
      const Map outcome = outcome_of(one.workspace, options, options.check);
      const std::string label = one.label.empty() ? "result" : one.label;
      if (options.check) {
        SnapshotResult result{name, label, file, {}, {}};
        const Value* known = before.find(label);
        if (known == nullptr) {
          result.changes.push_back({{{}, {}, Value::string("a snapshot that is not written yet")}, {}});
        } else {
          compare(one, *known, outcome, result);
        }
        results.push_back(std::move(result));
      }
      now.set(label, recorded(outcome));
    }
    for (const auto& [label, value] : before) {
      if (!now.contains(label))
        results.push_back({name, std::string(label.as_string()), file, {{{{}, value, {}}, {}}}, {}});
    }
    if (options.check) continue;
    Budget budget = generous_budget();
    write_below(folder, file,
                "# What `evalground snapshot` found; `evalground snapshot --check` compares.\n" +
                    write_yaml(Value::map(now), budget),
                options.follow);
    std::printf("%s: %zu\n", file.c_str(), now.size());
  }
  if (!options.check) return true;
  const std::string text = snapshot_report(results, options.format, options.site.value_or(""));
  std::fwrite(text.data(), 1, text.size(), stdout);
  for (const SnapshotResult& result : results) {
    if (!result.changes.empty()) return false;
  }
  return true;
}

}  // namespace evalground::cli
