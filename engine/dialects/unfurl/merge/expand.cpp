// Merge directives: keys by which a map includes other maps, named by a path, an anchor or a file.
//
//   defaults: {size: 3, tags: [a]}
//   small:                    # becomes {size: 1, tags: [a]}
//     +/defaults:
//     size: 1
//
// The keys of a map override what its directives insert. Later directives override earlier ones, and nested maps are
// merged (merge.cpp). A target is expanded before it is merged, so a directive may name a map that has directives.
//
// A directive may also name a part that another directive inserts, such as `+/small/tags`. So the document is expanded
// in rounds. A directive without a target is kept as a key and recorded as missing. The next round expands the original
// document again, and looks paths up in the result of the round before. Rounds end when nothing is missing, or when a
// round makes no progress. Then maps with a missing optional directive (`+?…`) are dropped, and any other missing
// directive is an error.
//
// Invariants: `path_` is the place of the value being expanded, in the original document. The directives of a target
// are resolved relative to the place that includes it. Many places may name one target, so its expansion is cached for
// the round (`targets_`), unless it depends on the place. Targets and files in progress are on a stack, so a cycle is
// an error. Values that `raw` inserted are never searched for directives.
//
// The rules are those of `expand_doc` and `expand_dict` in Unfurl's merge.py.
#include "dialects/unfurl/merge/expand.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text/text.hpp"
#include "data/paths/json_pointer.hpp"
#include "dialects/unfurl/files/include.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/merge/inherit.hpp"
#include "dialects/unfurl/merge/leftovers.hpp"
#include "dialects/unfurl/merge/merge.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

using Path = std::vector<std::string>;  // keys and indexes as text

// A message lists at most this many names.
constexpr std::size_t most_names = 5;
// Give up after this many rounds that miss no fewer directives than an earlier round.
constexpr int most_rounds_without_gain = 8;

bool is_prefix(const Path& path, const Path& of) {
  return path.size() <= of.size() && std::equal(path.begin(), path.end(), of.begin());
}

// The address of a map's or list's contents, shared by all handles to it; null for scalars.
const void* identity(const Value& value) {
  if (value.is_map()) return &value.as_map();
  return value.kind() == Kind::list ? static_cast<const void*>(&value.as_list()) : nullptr;
}

// True when the value contains a key that may be a directive or a strategy.
bool holds_plus_keys(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_map()) {
    for (const auto& entry : value.as_map()) {
      if (entry.key.is_string() && entry.key.as_string().starts_with('+')) return true;
      if (holds_plus_keys(entry.value, budget)) return true;
    }
  } else if (value.kind() == Kind::list) {
    for (const Value& item : value.as_list()) {
      if (holds_plus_keys(item, budget)) return true;
    }
  }
  return false;
}

std::optional<Directive> directive_of(const Value& key) {
  try {
    return parse_directive(key.as_string());
  } catch (Error& error) {
    error.diagnostic.where = key.origin();
    throw;
  }
}

// The target of a directive.
struct Target {
  enum class State : std::uint8_t { found, missing, skipped };
  State state = State::missing;
  Value value;
  Via via = Via::merge;
  bool is_raw = false;  // not to be expanded
};

// A directive without a target so far.
struct Missing {
  std::string place;  // path and key
  std::string key;
  OriginId where;
  bool is_optional;
  Path path;    // path of the map with the directive
  Path target;  // for a directive with a path
};

class Expansion {
 public:
  // With a record, each directive that is followed is recorded with its place.
  explicit Expansion(Context& context, ExpansionRecord* record = nullptr)
      : context_(context), documents_(context), record_(record) {}

  Value expand(std::string_view name, bool takes_empty);
  // Expands another source in place of that file.
  Value expand_text(std::string_view name, std::uint32_t file);

 private:
  Value expand_source(const SourceDocument& document);
  void note(const Value& key, const Value& value, const Target& target);
  Value expand_value(const Value& value);
  Value expand_map(const Value& value);
  Value expand_list(const Value& value);
  void expand_item(const Value& item, List& items);
  Target follow(const Directive& directive, const Map::Entry& entry, bool is_only_key);
  Target resolve(const Directive& directive, const Value& key, const Value& value);
  Target find_include(const Directive& directive, const Value& key, const Value& value);
  Value part_of_include(const Directive& directive, const Value& key, const SourceDocument& document, Value content);
  Value find_anchor(const std::string& name, OriginId where) const;
  void check_not_within(const Path& path, const Value& key) const;
  Value expand_target(const Value& target, const Value& key);
  Value expand_list_target(const Value& target, Path path, const Value& key);
  void keep_raw(const Value& value);
  bool is_raw(const Value& value) const { return raw_.count(identity(value)) != 0; }
  std::string path_of_include(const Value& key, const Value& value, bool& is_raw, bool& is_skipped) const;
  std::pair<std::string, std::string_view> misspelt_part(const Missing& missing) const;
  [[noreturn]] void fail_missing(const std::vector<Missing>& missing) const;
  [[noreturn]] void fail_recursive(const Value& key, std::string_view cause) const;

  Context& context_;
  SourceDocuments documents_;
  std::vector<const SourceDocument*> read_;  // in the order of their first use
  std::string main_;
  Value document_;  // the result of the round before; at first the original document
  Path path_;       // of the value being expanded
  std::vector<Missing> missing_;
  Map named_;                                       // `+&: name` -> the expanded map
  std::unordered_map<std::string, Value> targets_;  // of this round: path -> expanded
  std::size_t relative_ = 0;                        // how many relative directives were followed
  std::vector<const void*> open_targets_;
  std::vector<std::string> open_includes_;
  // The maps and lists that `raw` inserted, which are not expanded. `kept_raw_` keeps them alive, so that no other map
  // gets the same address.
  std::unordered_set<const void*> raw_;
  std::vector<Value> kept_raw_;
  std::unordered_set<OriginId> warned_;
  ExpansionRecord* record_;
};

void Expansion::check_not_within(const Path& path, const Value& key) const {
  if (is_prefix(path, path_)) fail_recursive(key, "it points at a map that it is part of");
}

Value Expansion::find_anchor(const std::string& name, OriginId where) const {
  if (where != 0) {
    const std::uint32_t file = context_.sources.origin(where).file;
    for (const SourceDocument* document : read_) {
      const Value* found = document->file == file ? document->anchors.find(name) : nullptr;
      if (found != nullptr) return *found;
    }
  }
  if (const Value* found = named_.find(name)) return *found;
  for (const SourceDocument* document : read_) {
    if (const Value* found = document->anchors.find(name)) return *found;
  }
  return {};
}

// The target with its own directives expanded, relative to this place.
Value Expansion::expand_target(const Value& target, const Value& key) {
  const void* const id = identity(target);
  if (id == nullptr) return target;
  if (std::find(open_targets_.begin(), open_targets_.end(), id) != open_targets_.end()) {
    fail_recursive(key, "what it points at needs this directive itself");
  }
  open_targets_.push_back(id);
  Value expanded = in_frame(key.origin(), "in merge directive", key.as_string(), [&] { return expand_value(target); });
  open_targets_.pop_back();
  return expanded;
}

// Expands a list target at its own place. The reference does not expand it.
Value Expansion::expand_list_target(const Value& target, Path path, const Value& key) {
  if (context_.quirks() || !holds_plus_keys(target, context_.budget)) return target;
  if (warned_.insert(key.origin()).second) {
    context_.warn(key.origin(), "differs-from-reference",
                  "The reference does not look for merge directives in a list that a directive gives.");
  }
  Path outer = std::exchange(path_, std::move(path));
  Value expanded = expand_target(target, key);
  path_ = std::move(outer);
  return expanded;
}

// Excludes all containers of a value from expansion.
void Expansion::keep_raw(const Value& value) {
  const Depth depth = context_.budget.enter();
  context_.budget.step();
  if (identity(value) == nullptr) return;
  raw_.insert(identity(value));
  kept_raw_.push_back(value);
  if (value.is_map()) {
    for (const auto& entry : value.as_map()) keep_raw(entry.value);
  } else {
    for (const Value& item : value.as_list()) keep_raw(item);
  }
}

// The path of an include: its value, or the `file` of its value.
std::string Expansion::path_of_include(const Value& key, const Value& value, bool& is_raw, bool& is_skipped) const {
  if (value.is_string()) return std::string(value.as_string());
  if (!value.is_map()) {
    context_.fail(key.origin(), "include-without-file",
                  "The value of " + quote(key.as_string()) + " must be a path or a map with the key `file`, not " +
                      kind_text(value) + ".");
  }
  const Map& map = value.as_map();
  const Value* file = map.find("file");
  if (file == nullptr || !file->is_string()) {
    context_.fail(value.origin(), "include-without-file",
                  "`file` key missing from the map under " + quote(key.as_string()) + ".");
  }
  if (const Value* merge = map.find("merge")) is_raw = merge->is_string() && merge->as_string() == "raw";
  if (const Value* when = map.find("when"); when != nullptr && when->is_string()) {
    const Value* variable = context_.workspace.env.find(when->as_string());
    is_skipped = variable == nullptr || !variable->is_string() || variable->text_size() == 0;
  }
  const Value* repository = map.find("repository");
  if (repository == nullptr || !repository->is_string()) return std::string(file->as_string());
  const auto name = file_in_repository(
      find_repository(context_, document_, main_, repository->as_string(), repository->origin()), file->as_string());
  if (!name) {
    context_.fail(
        file->origin(), "outside-repository",
        "The path " + quote(file->as_string()) + " leaves the repository " + quote(repository->as_string()) + ".");
  }
  return is_url(*name) ? *name : Files::absolute(*name);
}

// `+include*anchor` takes the map with that anchor, as documented. Unfurl merges the whole file, also for a path behind
// `include`, which has no documented meaning. Undefined when an optional part is missing.
Value Expansion::part_of_include(const Directive& directive, const Value& key, const SourceDocument& document,
                                 Value content) {
  const bool names_part = directive.anchor || !directive.path.empty();
  if (!names_part || context_.quirks()) return content;
  if (!directive.anchor) {
    context_.warn(key.origin(), "differs-from-reference",
                  "The path of " + quote(key.as_string()) +
                      " is ignored, and the whole file is merged. To merge a part, write it behind the name of the "
                      "file: file.yaml#/part.");
    return content;
  }
  const Value* anchored = document.anchors.find(*directive.anchor);
  const Value part = anchored == nullptr ? Value() : part_of(*anchored, directive.path, context_.budget);
  if (part.is_undefined() && !directive.is_optional) {
    context_.fail(key.origin(), "missing-includes",
                  "missing includes: the included file has no part " + quote(key.as_string()) + ".");
  }
  context_.warn(key.origin(), "differs-from-reference",
                "Unfurl ignores the anchor of " + quote(key.as_string()) +
                    " and merges the whole file. To merge a part in both, write it behind the name of the file: "
                    "file.yaml#/part.");
  return part;
}

Target Expansion::find_include(const Directive& directive, const Value& key, const Value& value) {
  // The file, relative to the file of the directive.
  bool is_raw = false;
  bool is_skipped = false;
  const std::string written = path_of_include(key, value, is_raw, is_skipped);
  if (is_skipped) return {Target::State::skipped, {}, Via::include};
  const FileReference reference = split_reference(written);
  const std::string_view from =
      key.origin() == 0 ? std::string_view(main_)
                        : std::string_view(context_.sources.path(context_.sources.origin(key.origin()).file));
  const auto name = file_beside(reference.file, from);
  const SourceDocument* document = nullptr;
  if (name) {
    document = in_frame(key.origin(), "in merge directive", key.as_string(),
                        [&] { return documents_.find(*name, value.origin()); });
  }
  // The named part: the whole document, or the part at the path after `#`.
  Value content;
  if (document != nullptr) {
    if (std::find(read_.begin(), read_.end(), document) == read_.end()) read_.push_back(document);
    // An empty file is an empty map.
    content = document->value.is_null() ? Value::map().with_origin(document->value.origin()) : document->value;
    content = part_of(content, parse_directive_path(reference.part), context_.budget);
    if (!content.is_undefined()) content = part_of_include(directive, key, *document, std::move(content));
  }
  if (content.is_undefined()) {
    // `?` accepts a missing file, but not a missing part of a file.
    if (directive.is_optional && (document == nullptr || directive.anchor)) {
      return {Target::State::skipped, {}, Via::include};
    }
    std::string message = document != nullptr
                              ? "The file " + quote(*name) + " has no part " + quote(reference.part) + "."
                          : name ? "Could not include " + quote(written) + ": there is no file " + quote(*name) + "."
                                 : "Could not include " + quote(written) + ": it is outside of the workspace.";
    context_.fail(value.origin() != 0 ? value.origin() : key.origin(), "missing-file", std::move(message));
  }
  if (content.is_null() && directive.is_optional) return {Target::State::skipped, {}, Via::include};
  if (is_raw) return {Target::State::found, content, Via::include, true};
  // Expand its own directives. Their paths start at the top of the main document.
  std::string open = *name;
  if (!reference.part.empty()) open.append("#/").append(reference.part);
  if (std::find(open_includes_.begin(), open_includes_.end(), open) != open_includes_.end()) {
    fail_recursive(key, "the file includes itself: " + join(open_includes_, " → ") + " → " + open);
  }
  open_includes_.push_back(std::move(open));
  content = in_frame(key.origin(), "in merge directive", key.as_string(), [&] { return expand_value(content); });
  open_includes_.pop_back();
  return {Target::State::found, std::move(content), Via::include};
}

Target Expansion::resolve(const Directive& directive, const Value& key, const Value& value) {
  if (directive.is_include) return find_include(directive, key, value);
  if (directive.dots > 0) ++relative_;
  Path path = path_;
  Value found;
  if (directive.anchor) {
    found = find_anchor(*directive.anchor, key.origin());
    if (!found.is_undefined() && !found.is_map() && !found.is_list()) {
      // Unfurl's YAML reader keeps anchors of maps and lists only.
      if (context_.quirks()) return {};
      context_.warn(key.origin(), "differs-from-reference",
                    "Unfurl does not find an anchor of " + kind_text(found) + ", only those of maps and lists.");
    }
    if (!found.is_undefined()) found = part_of(found, directive.path, context_.budget);
  } else {
    path = target_of(directive, path_);
    found = part_of(document_, path, context_.budget);
  }
  if (found.is_undefined()) return {};
  if (value.is_string() && value.as_string() == "raw") return {Target::State::found, found, Via::merge, true};
  if (!directive.anchor && (found.is_map() || !context_.quirks())) check_not_within(path, key);
  if (found.is_list()) return {Target::State::found, expand_list_target(found, std::move(path), key), Via::merge};
  if (directive.anchor) return {Target::State::found, expand_target(found, key), Via::merge};
  // Many places may name one target. Expand it once per round if the result does not depend on the place.
  const std::string place = write_pointer(path);
  const auto known = targets_.find(place);
  if (known != targets_.end()) return {Target::State::found, known->second, Via::merge};
  const std::size_t relative_before = relative_;
  const std::size_t missing_before = missing_.size();
  const Value expanded = expand_target(found, key);
  if (relative_ == relative_before && missing_.size() == missing_before) targets_.emplace(place, expanded);
  return {Target::State::found, expanded, Via::merge};
}

void Expansion::note(const Value& key, const Value& value, const Target& target) {
  if (record_ != nullptr) record_->note(path_, {key, value, target.value, target.is_raw}, context_.budget);
}

// The target of a directive, as inserted into the map that holds it. The origins record that directive. A missing
// target is recorded for the next round.
Target Expansion::follow(const Directive& directive, const Map::Entry& entry, bool is_only_key) {
  const std::string_view key = entry.key.as_string();
  Target target = resolve(directive, entry.key, entry.value);
  if (target.state == Target::State::missing) {
    missing_.push_back({write_pointer(path_) + "/" + std::string(key), std::string(key), entry.key.origin(),
                        directive.is_optional, path_, directive.anchor ? Path() : target_of(directive, path_)});
  }
  if (target.state != Target::State::missing) note(entry.key, entry.value, target);
  if (target.state != Target::State::found) return target;
  target.value = inherit(context_, target.value, entry.key.origin(), target.via);
  if (target.is_raw) keep_raw(target.value);
  if (!target.value.is_map() && !is_only_key) {
    context_.fail(entry.key.origin(), "can-not-merge",
                  "Can not merge " + quote(key) + " with the other keys of its map: it gives " +
                      kind_text(target.value) + ", not a map.");
  }
  return target;
}

Value Expansion::expand_map(const Value& value) {
  if (value.origin() != 0) context_.here = value.origin();
  const Map& map = value.as_map();
  Map own;
  own.reserve(map.size());
  std::vector<Value> layers;  // inserted by the directives, in order
  const Value* name = nullptr;
  // Expand the map's own keys in place. Each directive adds a layer below them.
  for (const auto& entry : map) {
    context_.budget.step();
    const std::string_view key = entry.key.is_string() ? entry.key.as_string() : std::string_view();
    if (key == strategy_key) {
      own.set(entry.key, entry.value);
      continue;
    }
    if (key == anchor_key) {
      name = &entry.value;
      note(entry.key, entry.value, {});
      continue;
    }
    std::optional<Directive> directive;
    if (key.starts_with('+')) directive = directive_of(entry.key);
    if (!directive && (key.starts_with('+') || !entry.key.is_string())) {
      own.set(entry.key, entry.value);  // the reference expands values of text keys only, and nothing inside others
      continue;
    }
    if (!directive) {
      path_.push_back(key_text(entry.key));
      own.set(entry.key, expand_value(entry.value));
      path_.pop_back();
      continue;
    }
    Target target = follow(*directive, entry, map.size() == 1);
    if (target.state == Target::State::missing) own.set(entry.key, entry.value);
    if (target.state != Target::State::found) continue;
    // A list or scalar replaces the map, which has no other keys.
    if (!target.value.is_map()) return std::move(target.value);
    layers.push_back(std::move(target.value));
  }
  // Merge the layers in order, with the map's own keys on top.
  Value result = Value::map(std::move(own)).with_origin(value.origin()).with_sensitive(value.sensitive());
  if (name != nullptr && name->is_string()) named_.set(Value::string(name->as_string()), result);
  if (layers.empty()) return result;
  const bool is_only_raw = layers.size() == 1 && is_raw(layers.front()) && map.size() == 1;
  layers.push_back(std::move(result));
  result = merge_maps(context_, layers);
  if (is_only_raw) keep_raw(result);
  return result;
}

void Expansion::expand_item(const Value& item, List& items) {
  if (merge_strategy(item) == "whiteout") return;
  if (item.kind() == Kind::list && context_.quirks()) {
    items.push_back(item);
    return;
  }
  Value expanded = expand_value(item);
  if (item.is_map() && expanded.kind() == Kind::list) {
    const List& spliced = expanded.as_list();
    items.insert(items.end(), spliced.begin(), spliced.end());
    return;
  }
  items.push_back(std::move(expanded));
}

Value Expansion::expand_list(const Value& value) {
  List items;
  std::size_t index = 0;
  const std::size_t places_before = record_ == nullptr ? 0 : record_->places.size();
  std::vector<std::size_t> indexes;
  for (const Value& item : value.as_list()) {
    context_.budget.step();
    indexes.push_back(items.size());
    if (item.kind() == Kind::list && !context_.quirks() && holds_plus_keys(item, context_.budget) &&
        warned_.insert(item.origin()).second) {
      context_.warn(item.origin(), "differs-from-reference",
                    "The reference does not look for merge directives in a list directly inside a list.");
    }
    path_.push_back(std::to_string(index++));
    expand_item(item, items);
    path_.pop_back();
  }
  if (record_ != nullptr) record_->renumber(places_before, path_, indexes, context_.budget);
  return Value::list(std::move(items)).with_origin(value.origin()).with_sensitive(value.sensitive());
}

Value Expansion::expand_value(const Value& value) {
  if (identity(value) == nullptr || is_raw(value)) return value;
  const Depth depth = context_.budget.enter();
  if (!targets_.empty()) {
    const auto known = targets_.find(write_pointer(path_));
    if (known != targets_.end() && open_includes_.empty() && open_targets_.empty()) return known->second;
  }
  return value.is_map() ? expand_map(value) : expand_list(value);
}

void Expansion::fail_recursive(const Value& key, std::string_view cause) const {
  context_.fail(key.origin(), "recursive-include",
                "Recursive include by " + quote(key.as_string()) + ": " + std::string(cause) + ".");
}

void Expansion::fail_missing(const std::vector<Missing>& missing) const {
  std::string names;
  const Missing* first = nullptr;
  std::size_t count = 0;
  for (const Missing& one : missing) {
    if (one.is_optional) continue;
    if (first == nullptr) first = &one;
    if (++count > most_names) continue;
    if (count > 1) names += ", ";
    names += quote(one.key);
    const auto directive = parse_directive(one.key);
    if (directive->anchor) names += " (could not find anchor " + quote(*directive->anchor) + ")";
  }
  if (count > most_names) names += ", and " + std::to_string(count - most_names) + " more";
  const std::string message = "Missing includes: [" + names + "]: nothing stands where they point.";
  if (count > 1) context_.fail(first->where, "missing-includes", message);
  const auto [name, nearest_name] = misspelt_part(*first);
  context_.fail_name(first->where, "missing-includes", message, name, nearest_name);
}

// The first missing part of a directive's target, and the most similar name there.
std::pair<std::string, std::string_view> Expansion::misspelt_part(const Missing& missing) const {
  if (const auto anchor = parse_directive(missing.key)->anchor) {
    std::vector<std::string_view> known;
    const auto add_names = [&](const Map& anchors) {
      for (const auto& entry : anchors) known.push_back(entry.key.as_string());
    };
    add_names(named_);
    for (const SourceDocument* document : read_) add_names(document->anchors);
    return {*anchor, nearest(*anchor, known)};
  }
  Value part = document_;
  for (const std::string& name : missing.target) {
    const Value next = part_of(part, {name}, context_.budget);
    if (!next.is_undefined()) {
      part = next;
      continue;
    }
    // The document owns the key, so the view outlives the handle.
    return {name, part.is_map() ? nearest_key(name, part.as_map()) : std::string_view()};
  }
  return {};
}

Value Expansion::expand(std::string_view name, bool takes_empty) {
  main_ = name;
  const SourceDocument* document = documents_.find(main_, 0);
  if (document == nullptr) context_.fail(0, "missing-file", "The file " + quote(name) + " does not exist.");
  if (document->value.is_null() && takes_empty) return Value::map().with_origin(document->value.origin());
  return expand_source(*document);
}

Value Expansion::expand_text(std::string_view name, std::uint32_t file) {
  main_ = name;
  return expand_source(documents_.read(main_, file));
}

Value Expansion::expand_source(const SourceDocument& document) {
  if (!document.value.is_map()) {
    const bool is_empty = document.value.is_null();
    context_.fail(document.value.origin(), "not-a-map",
                  is_empty ? "The document is empty; it must be a map."
                           : "The document must be a map, not " + kind_text(document.value) + ".");
  }
  document_ = document.value;
  if (record_ != nullptr) {
    record_->document = document_;
    record_->file = document.file;
    record_->anchors = document.anchors;
  }
  if (!holds_plus_keys(document_, context_.budget)) return document_;

  // Repeat rounds until nothing is missing, or as many directives as before.
  read_.push_back(&document);
  const Value written = document_;
  std::size_t missing_before = 0;
  std::size_t least_missing = static_cast<std::size_t>(-1);
  int rounds_without_gain = 0;
  while (true) {
    missing_.clear();
    targets_.clear();
    if (record_ != nullptr) record_->restart();
    document_ = expand_map(written);
    if (!document_.is_map()) {
      context_.fail(document_.origin(), "not-a-map",
                    "The document must be a map; its merge directive makes it " + kind_text(document_) + ".");
    }
    if (missing_.size() == missing_before) break;  // also when the first round misses nothing
    if (missing_.empty()) break;
    // The reference loops forever when the number oscillates.
    if (missing_.size() >= least_missing && ++rounds_without_gain == most_rounds_without_gain) break;
    least_missing = std::min(least_missing, missing_.size());
    missing_before = missing_.size();
  }

  // Take out the leftovers: optional directives without a target, and strategies merged over nothing.
  if (!std::all_of(missing_.begin(), missing_.end(), [](const Missing& one) { return one.is_optional; })) {
    fail_missing(missing_);
  }
  std::vector<MissingDirective> left;
  for (const Missing& one : missing_) left.push_back({one.path, one.key});
  document_ = without_leftovers(context_, document_, left, [this](const Value& value) { return is_raw(value); });
  context_.here = 0;
  return document_;
}

}  // namespace

Value part_of(const Value& value, const std::vector<std::string>& path, Budget& budget) {
  budget.step(path.size());
  const Value* found = resolve_pointer(value, path);
  return found == nullptr ? Value() : *found;
}

Value expand_document(Context& context, std::string_view name, bool takes_empty) {
  return Expansion(context).expand(name, takes_empty);
}

Value expand_document(Context& context, std::string_view name, ExpansionRecord& record) {
  return Expansion(context, &record).expand(name, false);
}

Value expand_text(Context& context, std::string_view name, std::uint32_t file) {
  return Expansion(context).expand_text(name, file);
}

}  // namespace evalground::unfurl
