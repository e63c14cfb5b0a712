// The configuration, paths relative to its folder:
//
//   folder: snapshots                 # where they are written
//   snapshots:
//     app:
//       root: .                       # files of the workspace: those below a folder, or a list of `files`
//       workspace: {dialect: jinja2, options: {flavor: ansible, inventory: hosts.ini}}
//       for: {main: [a.j2, b.j2], options.host: [web1, web2]}    # each of one with each of the other
#include "cli/snapshot/snapshot.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "base/generous_budget.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/escape.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/outcome_of.hpp"
#include "cli/report.hpp"
#include "cli/snapshot/findings.hpp"
#include "cli/snapshot/repository.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/write.hpp"
#include "value/json.hpp"
#include "workspaces/withheld.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_combinations = 10'000;

// Sets a value deep in a copy: with_key({options: {a: 1}}, "options.host", "x") is {options: {a: 1, host: "x"}}. A key
// that contains the dot itself is preferred, and a value on the way that has no keys is replaced by a map. The same
// with a value at "options.host".
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

// An entry's member, which has to be of that kind; null: it is not there.
const Value* member(const std::string& name, const Map& entry, std::string_view key, Kind kind,
                    std::string_view described) {
  const Value* value = entry.find(key);
  if (value != nullptr && value->kind() != kind)
    throw UsageError("the snapshot " + quote(name) + " needs " + std::string(described) + " under " + quote(key));
  return value;
}

void require_known_keys(const std::string& name, const Map& entry) {
  static constexpr std::string_view known[] = {"root", "files", "workspace", "for"};
  for (const auto& [key, value] : entry) {
    const std::string_view text = key.is_string() ? key.as_string() : std::string_view();
    if (std::find(std::begin(known), std::end(known), text) != std::end(known)) continue;
    const auto nearest = nearest_name(text, known);
    throw UsageError("the snapshot " + quote(name) + " has an unknown key " + short_json(key) +
                     (nearest ? "; did you mean " + std::string(*nearest) + "?"
                              : std::string("; known are root, files, workspace and for")));
  }
}

// `files` of the workspace when `main` is one that is chosen: a document by its path.
// The cross product is built one axis after the other, each combination being continued with every value of the next
// axis. It is bounded while it grows, because three axes of a hundred values are a million evaluations. The snapshots
// in the folder itself are no input, or each run would see the results of the previous one.
std::vector<Combination> combinations(const std::string& name, const Map& entry, const std::string& folder,
                                      bool follow) {
  require_known_keys(name, entry);
  const Value* base = member(name, entry, "workspace", Kind::map, "a map");
  Map files;
  if (const Value* root = member(name, entry, "root", Kind::string, "the path of a folder")) {
    for (const auto& [path, content] :
         read_folder(folder_below(folder, std::string(root->as_string()), follow), follow)) {
      if (content.is_string() && !path.as_string().ends_with(".snap.yaml")) files.set(path, content);
    }
  }
  if (const Value* list = member(name, entry, "files", Kind::list, "a list of paths")) {
    for (const Value& path : list->as_list()) {
      if (!path.is_string()) throw UsageError("the snapshot " + quote(name) + " needs a list of paths under \"files\"");
      files.set(path, Value::string(read_below(folder, std::string(path.as_string()), follow)));
    }
  }
  Map workspace = base != nullptr ? base->as_map() : Map();
  if (!files.empty()) workspace.set("files", Value::map(std::move(files)));
  std::vector<Combination> result{{"", std::move(workspace)}};
  Budget budget = generous_budget();
  const Value* axes = member(name, entry, "for", Kind::map, "a map of lists");
  if (axes == nullptr) return result;
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
// Times, steps and places are left out: a snapshot changes only when a result does. An error is recorded by code and
// message, so that a failure can be the expected result.
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

// The first of these places that is a line of a file.
SourceLine first_line_of(const Value& places) {
  for (const Value& place : places.as_list()) {
    SourceLine found = line_of_place(place.as_string());
    if (!found.file.empty()) return found;
  }
  return {};
}

// The line that a value came from by these origins: what it has read says more than the expression that read it.
// For a value that an expression read from a variable, the line of the variable is what has changed, as a rule.
SourceLine line_of(const Value& origins) {
  if (!origins.is_list()) return {};
  SourceLine line;
  for (const Value& origin : origins.as_list()) {
    if (const Value* reads = origin.as_map().find("reads"); reads != nullptr && reads->is_list()) {
      SourceLine found = first_line_of(*reads);
      if (!found.file.empty()) return found;
    }
    const Value* span = origin.as_map().find("span");
    if (!line.file.empty() || span == nullptr || !span->is_map()) continue;
    line.file = text_at(span->as_map(), "file");
    line.line = static_cast<std::size_t>(span->as_map().find("line")->as_integer());
  }
  return line;
}

// Where a line of a text begins and ends, in UTF-16 units.
// textMap counts in UTF-16 units, like the page. A code point outside of the basic plane, four bytes, has two of them;
// bytes that continue a code point have none.
std::pair<std::int64_t, std::int64_t> units_of_line(std::string_view text, std::int64_t number) {
  std::int64_t begin = 0;
  std::int64_t at = 0;
  std::int64_t line = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) at += byte >= 0xF0 ? 2 : 1;
    if (c != '\n') continue;
    if (line == number) return {begin, at};
    if (++line == number) begin = at;
  }
  return {begin, at};
}

// Finds the source line that produced a line of rendered text. The first stretch with a place decides. The value that a
// stretch read is preferred to the expression that read it.
// `stretches` is flat, four numbers for each stretch: begin, end, index of its origins, index of its reads.
SourceLine line_of_text(const Map& outcome, std::int64_t number) {
  const Value* text = outcome.find("text");
  const Value* map = outcome.find("textMap");
  if (text == nullptr || map == nullptr || !map->is_map()) return {};
  const Value* stretches = map->as_map().find("stretches");
  const Value* origins = map->as_map().find("origins");
  const Value* reads = map->as_map().find("reads");
  if (stretches == nullptr || origins == nullptr) return {};
  const std::pair<std::int64_t, std::int64_t> line = units_of_line(text->as_string(), number);
  const List& numbers = stretches->as_list();
  SourceLine found;
  for (std::size_t one = 0; one + 3 < numbers.size(); one += 4) {
    if (numbers[one].as_integer() >= line.second || numbers[one + 1].as_integer() <= line.first) continue;
    const std::int64_t read = numbers[one + 3].as_integer();
    if (read >= 0 && reads != nullptr) {
      SourceLine source = first_line_of(reads->as_list()[static_cast<std::size_t>(read)]);
      if (!source.file.empty()) return source;
    }
    const std::int64_t index = numbers[one + 2].as_integer();
    if (found.file.empty() && index >= 0) found = line_of(origins->as_list()[static_cast<std::size_t>(index)]);
  }
  return found;
}

// Which line of the workspace's texts made a part of the result what it is.
// `path` is that of a difference in recorded(): ["value", "a", 0], or ["text", 3] for a line. Nothing when it is
// unknown, and the report then has no line.
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

// The texts within a value, and of those that are places the files.
// Over-collecting is harmless: texts that are not paths match no file.
void collect_texts(const Value& value, std::set<std::string, std::less<>>& texts, Budget& budget) {
  const Depth depth = budget.enter();
  if (value.is_string()) {
    texts.emplace(value.as_string());
    const SourceLine place = line_of_place(value.as_string());
    if (!place.file.empty()) texts.insert(place.file);
  } else if (value.is_map()) {
    for (const Map::Entry& entry : value.as_map()) collect_texts(entry.value, texts, budget);
  } else if (value.is_list()) {
    for (const Value& item : value.as_list()) collect_texts(item, texts, budget);
  }
}

// The workspace with those files alone that its outcome and its options speak of, where they give the same: links to
// a whole repository would be too long.
// Which files are needed is a guess from the texts in the outcome. It is therefore tested: the smaller workspace is
// evaluated again, and kept only if it has the same result.
Map with_needed_files(const Map& workspace, const Map& outcome, const Options& options) {
  const Value* files = workspace.find("files");
  if (files == nullptr || !files->is_map()) return workspace;
  Budget budget = generous_budget();
  std::set<std::string, std::less<>> texts;
  for (const std::string_view key : {"origins", "textMap", "diagnostics"}) {
    if (const Value* part = outcome.find(key)) collect_texts(*part, texts, budget);
  }
  std::set<std::string, std::less<>> named;
  for (const std::string_view key : {"main", "options"}) {
    if (const Value* part = workspace.find(key)) collect_texts(*part, named, budget);
  }
  Map needed;
  for (const auto& [name, content] : files->as_map()) {
    const std::string_view path = name.as_string();
    const bool is_named = std::any_of(named.begin(), named.end(), [&](const std::string& one) {
      return path == one || (path.starts_with(one) && path.substr(one.size()).starts_with('/'));
    });
    if (is_named || texts.find(path) != texts.end()) needed.set(name, content);
  }
  Map smaller = workspace;
  smaller.set("files", Value::map(std::move(needed)));
  const bool is_same = differences(recorded(outcome), recorded(outcome_of(smaller, options))).empty();
  return is_same ? smaller : workspace;
}

std::string link_to(const Map& workspace, const Map& outcome, const Options& options) {
  try {
    // Before files are left out, which may be what declares a value secret.
    Map shared = without_secrets(workspace);
    const Map smaller = with_needed_files(workspace, outcome, options);
    if (const Value* needed = smaller.find("files"); needed != nullptr && needed->is_map()) {
      Map files;
      for (const auto& [path, content] : shared.find("files")->as_map()) {
        if (needed->as_map().contains(path)) files.set(path, content);
      }
      shared.set("files", Value::map(std::move(files)));
    }
    return "#" + write_link(shared);
  } catch (const LinkError&) {
    return {};  // too large for one
  }
}

// The combinations as they were at another revision, by their labels; empty where it had none of them. A report can
// then link a changed result to the same combination before the change. The combinations of the last entry are kept,
// because results come entry by entry.
// The combinations as they were at another revision, by their labels; empty where it had none of them.
class Earlier {
 public:
  Earlier(const Options& options, const std::string& folder) : options_(options) {
    if (!options.since) return;
    const Repository repository("snapshot --since", folder);
    folder_ = repository.unpack(repository.commit("--since", *options.since), scratch_.emplace());
  }
  std::string link(const std::string& name, const Map& entry, const std::string& label) {
    if (folder_.empty()) return {};
    if (name != name_) {
      name_ = name;
      try {
        all_ = combinations(name, entry, folder_, options_.follow);
      } catch (const std::runtime_error&) {  // such as a folder that was not there yet
        all_.clear();
      }
    }
    for (const Combination& one : all_) {
      if (one.label != label) continue;
      return link_to(one.workspace, outcome_of(one.workspace, options_, true), options_);
    }
    return {};
  }

 private:
  const Options& options_;
  std::optional<Scratch> scratch_;
  std::string folder_, name_;
  std::vector<Combination> all_;
};

std::optional<std::string> written_snapshots(const std::string& path) {
  if (!is_file(path)) return std::nullopt;
  return read_file(path);
}

Map snapshots_of(const std::string& path, const std::optional<std::string>& text) {
  if (!text) return {};
  const Value value = parse_yaml_text(path, *text);
  return value.is_map() ? value.as_map() : Map();
}

// What a configuration asks for: an entry after the other is written down, or compared.
class Snapshots {
 public:
  Snapshots(const Options& options, const std::string& path)
      : options_(options),
        path_(path),
        folder_(fs::path(path).has_parent_path() ? fs::path(path).parent_path().string() : "."),
        configuration_(parse_yaml_text(path, read_file(path))) {
    const Value* entries = configuration_.is_map() ? configuration_.as_map().find("snapshots") : nullptr;
    if (entries == nullptr || !entries->is_map() || entries->as_map().empty())
      throw UsageError(path + " needs a map under \"snapshots\"");
    entries_ = &entries->as_map();
    const std::string_view below = text_at(configuration_.as_map(), "folder");
    target_ = below.empty() ? "snapshots" : std::string(below);
    earlier_.emplace(options, folder_);
  }

  // True when nothing has changed.
  bool run() {
    for (const auto& [key, entry] : *entries_) {
      if (!key.is_string() || !entry.is_map()) throw UsageError(path_ + " needs maps under \"snapshots\"");
      run_entry(std::string(key.as_string()), entry.as_map());
    }
    return !options_.check || reported();
  }

 private:
  // A failure of one combination does not end the run: it is written down, or compared, like any result. A combination
  // that was recorded and no longer exists is a change as well.
  void run_entry(const std::string& name, const Map& entry) {
    const std::string file = target_ + "/" + name + ".snap.yaml";
    const std::optional<std::string> written = written_snapshots(folder_ + "/" + file);
    const Map before = options_.check ? snapshots_of(folder_ + "/" + file, written) : Map();
    Map now;
    std::string failures;
    for (const Combination& one : combinations(name, entry, folder_, options_.follow)) {
      require_dialect(one.workspace, options_);
      const Map outcome = outcome_of(one.workspace, options_, options_.check);
      const std::string label = one.label.empty() ? "result" : one.label;
      if (const Map* error = first_error(outcome))
        failures += "  " + label + ": " + std::string(text_at(*error, "message")) + "\n";
      if (options_.check) {
        SnapshotResult result{name, label, file, changes(before.find(label), outcome), {}};
        if (!result.changes.empty()) add_links(result, entry, one, outcome);
        results_.push_back(std::move(result));
      }
      now.set(label, recorded(outcome));
    }
    for (const auto& [label, value] : before) {
      if (!now.contains(label))
        results_.push_back({name, std::string(label.as_string()), file, {{{{}, value, {}}, {}}}, {}});
    }
    if (!options_.check) write(file, written, now, failures);
  }

  // `known` is what was written down; null: nothing.
  static std::vector<Change> changes(const Value* known, const Map& outcome) {
    if (known == nullptr) return {{{{}, {}, Value::string("a snapshot that is not written yet")}, {}}};
    std::vector<Change> changes;
    for (const Difference& difference : differences(*known, recorded(outcome)))
      changes.push_back({difference, cause_of(outcome, difference.path)});
    return changes;
  }

  void add_links(SnapshotResult& result, const Map& entry, const Combination& one, const Map& outcome) {
    result.link = link_to(one.workspace, outcome, options_);
    for (const std::string& note : shared_workspace(one.workspace, ReplacedSecrets::declared).notes)
      withheld_.insert(note);
    result.before = earlier_->link(result.name, entry, one.label);
  }

  void write(const std::string& file, const std::optional<std::string>& written, const Map& now,
             const std::string& failures) const {
    Budget budget = generous_budget();
    const std::string text = "# What `evalground snapshot` found; `evalground snapshot --check` compares.\n" +
                             write_yaml(Value::map(now), budget);
    if (!replace_below(folder_, file, written, text, options_.follow))
      throw DiskError(file + " was saved while the snapshots were made, and is not changed; run snapshot again");
    print_report(one_line(file) + ": " + std::to_string(now.size()) + "\n");
    if (!failures.empty()) std::fprintf(stderr, "%s", printable("written down as problems:\n" + failures).c_str());
  }

  bool reported() const {
    const std::string text = snapshot_report(results_, options_.format, options_.site.value_or(""));
    std::fwrite(text.data(), 1, text.size(), stdout);
    for (const std::string& note : withheld_) std::fprintf(stderr, "evalground: %s\n", printable(note).c_str());
    return std::all_of(results_.begin(), results_.end(),
                       [](const SnapshotResult& result) { return result.changes.empty(); });
  }

  const Options& options_;
  const std::string path_;
  const std::string folder_;
  const Value configuration_;
  const Map* entries_ = nullptr;
  std::string target_;  // the folder of what is written, below that of the configuration
  std::vector<SnapshotResult> results_;
  std::set<std::string> withheld_;
  std::optional<Earlier> earlier_;
};

}  // namespace

bool snapshot(const Options& options) {
  const std::string path = options.operands.empty() ? ".evalground.yaml" : options.operands[0];
  if (!is_file(path)) throw UsageError("there is no " + path + ", which says what snapshots there are");
  return Snapshots(options, path).run();
}

}  // namespace evalground::cli
