// Changes as a list of paths and values, and back: what a user edits in an expanded document.
//
//   [{"path": "/a/b", "value": 1}, {"path": "/c", "delete": true}]
//
// changes_between() gives changes that apply_changes() turns into the same value. Lists of different lengths are
// replaced as a whole, since their items have no names that would stay the same.
#include "data/patch/document_changes.hpp"

#include <string>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "data/paths/json_pointer.hpp"
#include "source/diagnostic.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::optional<std::size_t> index_of(std::string_view part) {
  const auto number = parse_integer(part);
  const bool is_index = number && number.value >= 0 && std::to_string(number.value) == part;
  return is_index ? std::optional(static_cast<std::size_t>(number.value)) : std::nullopt;
}

// The key of a map that a part names: text, or the integer in `{80: web}`.
// A pointer has only text, so "80" may mean the integer key 80. Text comes first.
Value key_of(const Map& map, std::string_view part) {
  if (!map.contains(part)) {
    const auto number = parse_integer(part);
    if (number && map.contains(Value::integer(number.value))) return Value::integer(number.value);
  }
  return Value::string(part);
}

// One change, and its name in messages.
struct Change {
  std::string name;
  std::string pointer;
  std::vector<std::string> path;
  Value value;  // undefined: delete

  [[noreturn]] void fail(std::string_view reason) const {
    throw Error("invalid-change", name + " " + std::string(reason));
  }
};

// Messages name the change by its number and path, because a user writes many of them at once.
Change read_change(const Value& json, std::size_t number) {
  Change change;
  change.name = "Change " + std::to_string(number);
  if (!json.is_map()) change.fail("must be a map with `path` and `value` or `delete`.");
  const Map& map = json.as_map();
  const Value* path = map.find("path");
  if (path == nullptr || !path->is_string()) change.fail("has no `path`, a JSON pointer such as \"/a/b\".");
  change.pointer = path->as_string();
  change.name += " (" + quote(change.pointer) + ")";
  try {
    change.path = parse_pointer(change.pointer);
  } catch (const Error& error) {
    throw Error("invalid-change", change.name + ": " + error.what());
  }
  const Value* value = map.find("value");
  const Value* deletes = map.find("delete");
  const bool is_deletion = deletes != nullptr && deletes->kind() == Kind::boolean && deletes->as_boolean();
  if ((value != nullptr) == is_deletion) change.fail("must have either `value` or `delete: true`.");
  if (value != nullptr) change.value = *value;
  return change;
}

void change_map(Map& map, const std::string& part, const Change& change, Budget& budget) {
  const Value key = key_of(map, part);
  if (!change.value.is_undefined()) return map.set(key, change.value);
  budget.step(map.size());
  if (!map.erase(key)) change.fail("deletes a value that does not exist.");
}

// "-" and the index behind the last item append, as in JSON Patch.
void change_list(List& items, const std::string& part, const Change& change) {
  const std::optional<std::size_t> index = part == "-" ? items.size() : index_of(part);
  const bool deletes = change.value.is_undefined();
  if (!index || *index > items.size() || (deletes && *index == items.size())) {
    change.fail("names no item: the list has " + std::to_string(items.size()) + ".");
  }
  if (deletes) {
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(*index));
  } else if (*index == items.size()) {
    items.push_back(change.value);
  } else {
    items[*index] = change.value;
  }
}

// Only the containers on the path are copied, where they are shared: the rest of the document stays shared with the
// value that was evaluated.
void apply(Value& document, const Change& change, Budget& budget) {
  // Go down to the container of the last part of the path, unsharing on the way.
  Value* holder = &document;
  for (std::size_t at = 0; at + 1 < change.path.size(); ++at) {
    budget.step();
    const std::string& part = change.path[at];
    Value* next = nullptr;
    if (holder->is_map()) {
      const Value key = key_of(holder->as_map(), part);
      if (holder->as_map().contains(key)) next = holder->edit_map().find_for_edit(key);
    } else if (holder->is_list()) {
      const auto index = index_of(part);
      if (index && *index < holder->as_list().size()) next = &holder->edit_list()[*index];
    }
    if (next == nullptr) {
      const std::vector<std::string> known(change.path.begin(),
                                           change.path.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      change.fail("leads nowhere: the expanded document has no " + quote(write_pointer(known)) + ".");
    }
    holder = next;
  }
  if (change.path.empty()) {
    if (!change.value.is_map()) change.fail("must leave the document a map.");
    document = change.value;
  } else if (holder->is_map()) {
    change_map(holder->edit_map(), change.path.back(), change, budget);
  } else if (holder->is_list()) {
    change_list(holder->edit_list(), change.path.back(), change);
  } else {
    change.fail("leads into " + with_article(kind_name(holder->kind())) + ", which has no parts.");
  }
}

class Comparison {
 public:
  explicit Comparison(Budget& budget) : budget_(budget) {}

  // Goes down as long as both have the same structure, so a change names the deepest part that differs.
  void compare(const Value& before, const Value& after) {
    budget_.step();
    if (before.is_map() && after.is_map() && has_paths(before.as_map()) && has_paths(after.as_map())) {
      const Depth depth = budget_.enter();
      compare_maps(before.as_map(), after.as_map());
    } else if (before.is_list() && after.is_list() && before.as_list().size() == after.as_list().size()) {
      const Depth depth = budget_.enter();
      for (std::size_t index = 0; index < before.as_list().size(); ++index) {
        path_.push_back(std::to_string(index));
        compare(before.as_list()[index], after.as_list()[index]);
        path_.pop_back();
      }
    } else if (!json_equal(before, after, NumberEquality::by_type, budget_)) {
      add("value", after);
    }
  }

  List changes;

 private:
  void compare_maps(const Map& before, const Map& after) {
    for (const auto& [key, value] : before) {
      path_.push_back(part_of(key));
      if (const Value* now = after.find(key)) {
        compare(value, *now);
      } else {
        add("delete", Value::boolean(true));
      }
      path_.pop_back();
    }
    for (const auto& [key, value] : after) {
      budget_.step();
      if (before.contains(key)) continue;
      path_.push_back(part_of(key));
      add("value", value);
      path_.pop_back();
    }
  }

  // False for a map with a key such as `true`, which no path can express. Such a map is replaced as a whole.
  bool has_paths(const Map& map) {
    for (const auto& entry : map) {
      budget_.step();
      if (!entry.key.is_string() && entry.key.kind() != Kind::integer) return false;
    }
    return true;
  }

  static std::string part_of(const Value& key) {
    return key.is_string() ? std::string(key.as_string()) : std::to_string(key.as_integer());
  }

  void add(std::string_view what, const Value& value) {
    changes.push_back(Value::map({{"path", Value::string(write_pointer(path_))}, {what, value}}));
  }

  Budget& budget_;
  std::vector<std::string> path_;
};

}  // namespace

Value apply_changes(Value document, const List& changes, Budget& budget) {
  std::size_t number = 0;
  for (const Value& change : changes) apply(document, read_change(change, ++number), budget);
  return document;
}

List changes_between(const Value& before, const Value& after, Budget& budget) {
  Comparison comparison(budget);
  comparison.compare(before, after);
  return std::move(comparison.changes);
}

}  // namespace evalground
