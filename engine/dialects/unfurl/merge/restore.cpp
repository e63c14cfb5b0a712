// Writes merge directives back into a document that was changed after its expansion: the reverse of expand.cpp.
//
//   written    defaults: {size: 3, tags: [a]}      small: {+/defaults: null, size: 1}
//   expanded   defaults: {size: 3, tags: [a]}      small: {size: 1, tags: [a]}
//   changed    defaults: {size: 3, tags: [a]}      small: {size: 2, tags: [a]}
//   restored   defaults: {size: 3, tags: [a]}      small: {+/defaults: null, size: 2}
//
// The expansion recorded each place with directives (ExpansionRecord). For each such place that still exists, the
// values that its directives insert into the changed document are merged. Only the difference from these is kept,
// beside the directives. If the changes deleted a target that a directive needs, the target and everything it needs are
// added back.
//
// Outer places are restored before inner ones, so an inner place no longer has what the outer one inherited. Lists are
// written in full, including items that a directive spliced in.
//
// Invariant: without a change the text stays identical. Otherwise expanding the restored text gives the changed
// document again. restore_document() verifies this by expanding it, and warns "restore-differs" where directives cannot
// express a change.
//
// The rules are those of `restore_includes` in Unfurl's merge.py, but `include` directives are also restored.
#include "dialects/unfurl/merge/restore.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text/text.hpp"
#include "data/patch/document_changes.hpp"
#include "data/patch/list_alignment.hpp"
#include "data/patch/yaml_patch.hpp"
#include "data/paths/json_pointer.hpp"
#include "dialects/unfurl/merge/diff.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/merge/expand.hpp"
#include "dialects/unfurl/merge/merge.hpp"
#include "dialects/unfurl/merge/written_parts.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

using Path = std::vector<std::string>;

bool starts_with(const Path& path, const Path& start) {
  return start.size() <= path.size() && std::equal(start.begin(), start.end(), path.begin());
}

// The key of a map whose text is that part of a path.
Value key_named(const Value& map, const std::string& part) {
  if (map.is_map()) {
    for (const auto& entry : map.as_map()) {
      if (entry.key.kind() == Kind::integer && key_text(entry.key) == part) return entry.key;
    }
  }
  return Value::string(part);
}

class Restoration {
 public:
  Restoration(Context& context, const ExpansionRecord& record, const Value& expanded, const Value& changed)
      : context_(context),
        budget_(context.budget),
        record_(record),
        expanded_(expanded),
        changed_(changed),
        restored_(changed) {}

  Value run();
  // The paths where the expansion of the restored document differs from the requested one.
  std::vector<Path> differences_from(const Value& given) const;
  // Paths that the changes deleted and directives still need.
  const std::vector<Path>& added_back() const { return added_paths_; }

 private:
  struct Place {
    Path path;  // in the changed document
    const ExpandedPlace* expanded;
    bool is_late;  // it holds inserted directives (`raw`), so it is restored after the places it needs
  };

  void find_anchors();
  void find_anchored(const Value& value, Path& path);
  void find_places();
  std::optional<Path> changed_path(const Path& path);
  const std::vector<std::uint32_t>& moved_items(const std::string& name, const List& items, const List& changed);
  void restore(const Place& place);
  Value restored_map(const Place& place);
  Value target_of_key(const FollowedKey& followed, const Path& place);
  std::optional<Path> target_path(const FollowedKey& followed, const Path& place) const;
  bool add_back(const Path& path, const Value& target);
  bool is_added_back(const Path& path) const;
  void replace(const Path& path, Value value);
  void compare(const Value& wanted, const Value& given, Path& path, std::vector<Path>& differing) const;
  void compare_maps(const Map& wanted, const Map& given, Path& path, std::vector<Path>& differing) const;

  Context& context_;
  Budget& budget_;
  const ExpansionRecord& record_;
  const Value& expanded_;
  const Value& changed_;
  Value restored_;  // the changed document, with directives restored place by place
  std::vector<Place> places_;
  std::unordered_map<std::string, Path> anchors_;                      // name -> its place
  std::unordered_map<OriginId, std::string> anchored_;                 // origin of an anchored value -> name
  std::unordered_map<std::string, std::vector<std::uint32_t>> items_;  // for lists: old index -> new index
  std::unordered_set<std::string> added_back_;                         // pointers
  std::vector<Path> added_paths_;                                      // the same, in order
};

// Finds the places of the anchors that directives name.
void Restoration::find_anchors() {
  for (const ExpandedPlace& place : record_.places) {
    for (const FollowedKey& followed : place.followed) {
      budget_.step();
      if (followed.key.as_string() == anchor_key) {
        if (followed.value.is_string()) anchors_.emplace(followed.value.as_string(), place.path);
        continue;
      }
      const auto directive = parse_directive(followed.key.as_string());
      const Value* value = directive->anchor ? record_.anchors.find(*directive->anchor) : nullptr;
      if (value != nullptr) anchored_.emplace(value->origin(), *directive->anchor);
    }
  }
  Path path;
  if (!anchored_.empty()) find_anchored(record_.document, path);
}

void Restoration::find_anchored(const Value& value, Path& path) {
  budget_.step();
  const auto found = anchored_.find(value.origin());
  if (found != anchored_.end()) anchors_[found->second] = path;
  if (!value.is_map() && !value.is_list()) return;
  const Depth depth = budget_.enter();
  if (value.is_map()) {
    for (const auto& entry : value.as_map()) {
      path.push_back(key_text(entry.key));
      find_anchored(entry.value, path);
      path.pop_back();
    }
  } else {
    for (std::size_t index = 0; index < value.as_list().size(); ++index) {
      path.push_back(std::to_string(index));
      find_anchored(value.as_list()[index], path);
      path.pop_back();
    }
  }
}

// The new index of each item of a list that was changed.
const std::vector<std::uint32_t>& Restoration::moved_items(const std::string& name, const List& items,
                                                           const List& changed) {
  const auto [known, is_new] = items_.emplace(name, std::vector<std::uint32_t>());
  if (is_new) {
    known->second.assign(items.size(), AlignedItem::none);
    const std::vector<AlignedItem> aligned = align_lists(items, changed, budget_);
    for (std::size_t index = 0; index < aligned.size(); ++index) {
      if (aligned[index].before != AlignedItem::none) {
        known->second[aligned[index].before] = static_cast<std::uint32_t>(index);
      }
    }
  }
  return known->second;
}

// The path in the changed document for a path in the expanded one; nothing when it was deleted.
std::optional<Path> Restoration::changed_path(const Path& path) {
  Value before = expanded_;
  Value now = changed_;
  Path result;
  for (const std::string& part : path) {
    std::string part_now = part;
    const Value next = part_of(before, {part}, budget_);
    if (before.is_list() && now.is_list() && !next.is_undefined()) {
      const auto& moved = moved_items(write_pointer(result), before.as_list(), now.as_list());
      const std::uint32_t index = moved[static_cast<std::size_t>(std::stoul(part))];
      if (index == AlignedItem::none) return std::nullopt;
      part_now = std::to_string(index);
    }
    before = next;
    now = part_of(now, {part_now}, budget_);
    if (now.is_undefined()) return std::nullopt;
    result.push_back(std::move(part_now));
  }
  return result;
}

// Lists the places to restore, outer before inner: once an outer place is restored, an inner one holds only
// differences.
void Restoration::find_places() {
  // The places that still exist, as paths of the changed document.
  std::unordered_set<std::string> raw;
  for (const ExpandedPlace& place : record_.places) {
    const bool has_raw = std::any_of(place.followed.begin(), place.followed.end(),
                                     [](const FollowedKey& followed) { return followed.is_raw; });
    if (has_raw) raw.insert(write_pointer(place.path));
    if (auto path = changed_path(place.path)) places_.push_back({*std::move(path), &place, false});
  }
  // Places inside values that `raw` inserted come last.
  for (Place& place : places_) {
    const Path& path = place.expanded->path;
    for (std::size_t size = 0; size <= path.size() && !raw.empty(); ++size) {
      budget_.step();
      place.is_late = place.is_late || raw.count(write_pointer(std::span(path).first(size))) != 0;
    }
  }
  std::stable_sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
    return a.is_late != b.is_late ? b.is_late : a.path.size() < b.path.size();
  });
}

// The path in the expanded document that a directive names; nothing for an include, and for an anchor of another file.
std::optional<Path> Restoration::target_path(const FollowedKey& followed, const Path& place) const {
  const auto directive = parse_directive(followed.key.as_string());
  if (directive->is_include) return std::nullopt;
  if (!directive->anchor) return target_of(*directive, place);
  const auto anchor = anchors_.find(*directive->anchor);
  if (anchor == anchors_.end()) return std::nullopt;
  Path path = anchor->second;
  path.insert(path.end(), directive->path.begin(), directive->path.end());
  return path;
}

// The target of a directive in the changed document. A deleted target is added back. Undefined when that is impossible.
Value Restoration::target_of_key(const FollowedKey& followed, const Path& place) {
  const std::optional<Path> path = target_path(followed, place);
  if (!path) return followed.target;
  if (!is_added_back(*path)) {
    if (const auto now = changed_path(*path)) return part_of(followed.is_raw ? restored_ : changed_, *now, budget_);
    if (!add_back(*path, followed.target)) return {};
  }
  return followed.target;
}

bool Restoration::is_added_back(const Path& path) const {
  std::string pointer;
  if (added_back_.empty()) return false;
  for (const std::string& part : path) {
    budget_.step();
    append_pointer_part(pointer, part);
    if (added_back_.count(pointer) != 0) return true;
  }
  return false;
}

// Adds back the original source of a path, or what a directive inserted from there, and what that needs in turn.
bool Restoration::add_back(const Path& path, const Value& target) {
  const Depth depth = budget_.enter();
  if (path.empty()) return false;
  // Create the maps on the way that the changes deleted.
  Value* holder = &restored_;
  Value written = record_.document;
  for (std::size_t at = 0; at < path.size(); ++at) {
    budget_.step();
    if (!holder->is_map()) return false;
    const Value key = key_named(written, path[at]);
    written = part_of(written, {path[at]}, budget_);
    Map& map = holder->edit_map();
    if (at + 1 == path.size()) {
      map.set(key, written.is_undefined() ? target : written);
    } else if (!map.contains(key)) {
      map.set(key, Value::map());
    }
    holder = map.find_for_edit(key);
  }
  added_back_.insert(write_pointer(path));
  added_paths_.push_back(path);
  // The original has directives of its own, so their targets are also needed.
  for (const ExpandedPlace& place : record_.places) {
    budget_.step();
    if (!starts_with(place.path, path)) continue;
    for (const FollowedKey& followed : place.followed) {
      if (!followed.target.is_undefined()) target_of_key(followed, place.path);
    }
  }
  return true;
}

void Restoration::replace(const Path& path, Value value) {
  Value* place = &restored_;
  for (const std::string& part : path) {
    budget_.step();
    if (place->is_map()) {
      const Value text = Value::string(part);
      const Value key = place->as_map().contains(text) ? text : key_named(*place, part);
      place = place->edit_map().find_for_edit(key);
    } else {
      place = &place->edit_list()[static_cast<std::size_t>(std::stoul(part))];
    }
  }
  *place = std::move(value);
}

// The map at a place, with its directives in place of the values they insert.
Value Restoration::restored_map(const Place& place) {
  // The current targets of its directives, and the keys to write.
  std::vector<Value> bases;
  Map keys;
  for (const FollowedKey& followed : place.expanded->followed) {
    budget_.step();
    if (!followed.target.is_undefined()) {
      const Value target = target_of_key(followed, place.expanded->path);
      if (!target.is_map()) continue;
      bases.push_back(target);
    }
    keys.set(followed.key, followed.value);
  }
  Value result = part_of(restored_, place.path, budget_);  // adding targets back may have changed it
  for (const auto& [key, value] : keys) result.edit_map().set(key, value);
  return bases.empty() ? result : difference(merge_maps(context_, bases), result, budget_);
}

void Restoration::restore(const Place& place) {
  if (is_added_back(place.path)) return;  // the original is already in place
  const Value now = part_of(restored_, place.path, budget_);
  if (now.is_undefined()) return;
  if (now.is_map()) return replace(place.path, restored_map(place));
  // A list or scalar that is still equal to what its directive inserts becomes a map with only that directive.
  const Path holder(place.path.begin(), place.path.end() - 1);
  const bool is_item = part_of(restored_, holder, budget_).is_list();
  for (const FollowedKey& followed : place.expanded->followed) {
    if (followed.target.is_undefined()) continue;
    const Value target = target_of_key(followed, place.expanded->path);
    const bool is_splice = is_item && target.is_list();  // a spliced list, which is not restored
    if (is_splice || !json_equal(target, now, NumberEquality::by_type, budget_)) continue;
    Map map;
    map.set(followed.key, followed.value);
    return replace(place.path, Value::map(std::move(map)));
  }
}

Value Restoration::run() {
  find_anchors();
  find_places();
  for (const Place& place : places_) restore(place);
  return restored_;
}

void Restoration::compare_maps(const Map& wanted, const Map& given, Path& path, std::vector<Path>& differing) const {
  // If a change contains directives itself, expanding them gives something else by design.
  for (const auto& entry : wanted) {
    if (!entry.key.is_string() || !entry.key.as_string().starts_with('+')) continue;
    const Value before = part_of(expanded_, path, budget_);
    if (!before.is_map() || !before.as_map().contains(entry.key)) return;
  }
  for (const auto& [key, value] : wanted) {
    path.push_back(key_text(key));
    const Value* other = given.find(key);
    const bool is_stray = other == nullptr && !merge_strategy(value).empty();
    if (other != nullptr) {
      compare(value, *other, path, differing);
    } else if (!is_stray) {
      differing.push_back(path);
    }
    path.pop_back();
  }
  for (const auto& entry : given) {
    if (wanted.contains(entry.key)) continue;
    path.push_back(key_text(entry.key));
    const std::string pointer = write_pointer(path);
    budget_.step(added_back_.size());
    const bool is_needed = std::any_of(added_back_.begin(), added_back_.end(), [&](const std::string& one) {
      return one.starts_with(pointer) || pointer.starts_with(one);
    });
    if (!is_needed) differing.push_back(path);
    path.pop_back();
  }
}

void Restoration::compare(const Value& wanted, const Value& given, Path& path, std::vector<Path>& differing) const {
  budget_.step();
  const Depth depth = budget_.enter();
  if (wanted.is_map() && given.is_map()) {
    compare_maps(wanted.as_map(), given.as_map(), path, differing);
  } else if (!wanted.is_list() || !given.is_list() || wanted.as_list().size() != given.as_list().size()) {
    if (!json_equal(wanted, given, NumberEquality::by_type, budget_)) differing.push_back(path);
  } else {
    for (std::size_t index = 0; index < wanted.as_list().size(); ++index) {
      path.push_back(std::to_string(index));
      compare(wanted.as_list()[index], given.as_list()[index], path, differing);
      path.pop_back();
    }
  }
}

std::vector<Path> Restoration::differences_from(const Value& given) const {
  Path path;
  std::vector<Path> differing;
  compare(changed_, given, path, differing);
  return differing;
}

// The origin of the value at a path, or of the nearest map that contains the path.
OriginId place_of(const Value& document, Path path, Budget& budget) {
  while (true) {
    const OriginId where = part_of(document, path, budget).origin();
    if (where != 0 || path.empty()) return where;
    path.pop_back();
  }
}

bool holds_directives(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_map()) {
    return std::any_of(value.as_map().begin(), value.as_map().end(), [&](const Map::Entry& entry) {
      return (entry.key.is_string() && entry.key.as_string().starts_with('+')) || holds_directives(entry.value, budget);
    });
  }
  if (!value.is_list()) return false;
  return std::any_of(value.as_list().begin(), value.as_list().end(),
                     [&](const Value& item) { return holds_directives(item, budget); });
}

// True when a directive inserts other directives with `raw`. Like Unfurl, we then write the document anew.
bool inserts_directives(const ExpansionRecord& record, Budget& budget) {
  return std::any_of(record.places.begin(), record.places.end(), [&](const ExpandedPlace& place) {
    return std::any_of(place.followed.begin(), place.followed.end(), [&](const FollowedKey& followed) {
      return followed.is_raw && holds_directives(followed.target, budget);
    });
  });
}

// A restored document as text, and how far its expansion matches the request.
struct Trial {
  std::string text;
  std::vector<Path> differing;
  std::string failure;  // the error of expanding it
};

Trial try_out(Context& context, const ExpansionRecord& record, const Restoration& restoration, const Value& restored) {
  const std::string& main = context.workspace.main;
  Trial trial;
  {
    // Patch the original text, to keep the layout of unchanged parts.
    const Document document = parse_yaml(context.sources, record.file, context.budget);
    trial.text = patch_yaml(context.sources, document, record.document, restored, context.budget,
                            [](std::string_view key) { return key.starts_with('+'); });
  }
  // Drop the diagnostics of this expansion. The first one already reported them.
  const std::size_t known = context.diagnostics.size();
  try {
    trial.differing =
        restoration.differences_from(expand_text(context, main, context.sources.add_file(main, trial.text)));
  } catch (const Error& error) {
    trial.failure = error.what();
  }
  context.diagnostics.erase(context.diagnostics.begin() + static_cast<std::ptrdiff_t>(known),
                            context.diagnostics.end());
  return trial;
}

}  // namespace

void restore_document(Context& context, Outcome& outcome) {
  ExpansionRecord record;
  const Value expanded = expand_document(context, context.workspace.main, record);
  const Value changed = apply_changes(expanded, context.workspace.changes, context.budget);
  const Value* const list = rewritten_list(record.document, expanded, context.budget);
  if (list == nullptr && !inserts_directives(record, context.budget) &&
      json_equal(expanded, changed, NumberEquality::by_type, context.budget)) {
    outcome.value = record.document;
    outcome.text = std::string(context.sources.text(record.file));
    return;
  }
  // The document with its directives restored, and with its original wording wherever that still expands to the same.
  Restoration restoration(context, record, expanded, changed);
  const Value restored = restoration.run();
  WrittenParts parts(record.document, expanded, changed, context.budget);
  Trial trial;
  while (true) {
    outcome.value = parts.put_into(restored);
    trial = try_out(context, record, restoration, *outcome.value);
    bool goes_on = !trial.failure.empty() && parts.give_up_all();
    for (const Path& path : trial.differing) goes_on = parts.give_up(path) || goes_on;
    if (!goes_on) break;
  }
  outcome.text = std::move(trial.text);
  // Report the remaining differences.
  for (const Path& path : restoration.added_back()) {
    context.warn(place_of(record.document, path, context.budget), "restore-keeps",
                 "The part that the changes delete at " + quote(write_pointer(path)) +
                     " stays, as a merge directive still points at it.");
  }
  if (trial.failure.empty() && trial.differing.empty()) {
    if (list != nullptr) {
      context.warn(
          list->origin(), "restore-writes-lists",
          "A list that directives splice items into, or that is merged with another list, is written in full.");
    }
    return;
  }
  const Path path = trial.differing.empty() ? Path() : trial.differing.front();
  context.warn(place_of(record.document, path, context.budget), "restore-differs",
               "Merge directives cannot express all of the changes: expanding the restored text " +
                   (trial.failure.empty() ? "gives something else at " + quote(write_pointer(path)) + "."
                                          : "fails: " + trial.failure));
}

}  // namespace evalground::unfurl
