// What an evaluation has read, from its outcome: origins, trace, diagnostics. It is a guess for the reducer, which
// removes the rest in one trial. If the guess was wrong, that trial fails, and nothing is lost.
#include "shrink/coverage.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "data/paths/json_pointer.hpp"
#include "value/json.hpp"

namespace evalground::shrinking {
namespace {

std::string pointer_of(const List& path, std::size_t from) {
  std::string pointer;
  for (std::size_t at = from; at < path.size(); ++at) {
    append_pointer_part(
        pointer, path[at].is_string() ? std::string(path[at].as_string()) : std::to_string(path[at].as_integer()));
  }
  return pointer;
}

// The key of the workspace's entry at a position: of [2, 1] that of the second entry of the third; empty: none.
std::string name_at(const Map& workspace, const std::vector<std::uint32_t>& position) {
  if (position.size() < 2) return {};
  const Value& holder = workspace.entry(position[0]).value;
  if (!holder.is_map() || position[1] >= holder.as_map().size()) return {};
  const Value& key = holder.as_map().entry(position[1]).key;
  return key.is_string() ? std::string(key.as_string()) : std::string();
}

}  // namespace

Coverage::Coverage(const Map& outcome, const Goal& goal, const Subject& subject, Budget& budget) : subject_(subject) {
  if (goal.values.size() == 1 && goal.values[0].path.size() > 1) {
    add_of_value(outcome, goal.values[0], budget);
  }
  if (!read_.empty()) return;
  for (const std::string_view key : {"origins", "parts", "trace", "diagnostics", "textMap"}) {
    if (const Value* value = outcome.find(key)) add(*value, budget);
  }
}

// For a goal of a single value, only what led to it counts. What it read may itself have been computed, so origins are
// followed until nothing new is found.
void Coverage::add_of_value(const Map& outcome, const KeptValue& kept, Budget& budget) {
  const Value* origins = outcome.find("origins");
  if (origins == nullptr || !origins->is_map()) return;
  const std::string own = pointer_of(kept.path, 1);
  for (const auto& [pointer, list] : origins->as_map()) {
    const std::string_view text = pointer.as_string();
    if (text == own || text.starts_with(own + "/")) add(list, budget);
  }
  // What was read for it came from somewhere too.
  for (std::size_t before = 0; before < read_.size();) {
    before = read_.size();
    for (const auto& [pointer, list] : origins->as_map()) {
      budget.step();
      if (!list.is_list() || list.as_list().empty()) continue;
      const Value* span = list.as_list()[0].as_map().find("span");
      if (span == nullptr || !span->is_map()) continue;
      const std::string path(span->as_map().find("file")->as_string());
      const std::uint32_t number = subject_.text(path);
      if (number == no_text) continue;
      const std::uint32_t begin = byte_at(subject_.texts()[number].content,
                                          static_cast<std::uint64_t>(span->as_map().find("from")->as_integer()));
      const bool is_known = std::any_of(read_.begin(), read_.begin() + static_cast<std::ptrdiff_t>(before),
                                        [&](const Place& place) { return place.begin == begin && place.path == path; });
      if (is_known) add(list, budget);
    }
  }
}

void Coverage::add(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    for (const Value& item : value.as_list()) add(item, budget);
    return;
  }
  if (!value.is_map()) return;
  const Map& map = value.as_map();
  if (const Value* name = map.find("name"); name != nullptr && name->is_string()) names_.emplace(name->as_string());
  add_span(map);
  if (const Value* reads = map.find("reads"); reads != nullptr && reads->is_list()) {
    for (const Value& read : reads->as_list()) {
      if (read.is_string()) add_place(read.as_string());
    }
  }
  for (const auto& entry : map) {
    if (!entry.value.is_string()) add(entry.value, budget);
  }
}

// A map {file, from, to}; any other has no place.
void Coverage::add_span(const Map& map) {
  const Value* file = map.find("file");
  const Value* from = map.find("from");
  const Value* to = map.find("to");
  if (file == nullptr || !file->is_string() || from == nullptr || to == nullptr || from->kind() != Kind::integer)
    return;
  const std::uint32_t number = subject_.text(file->as_string());
  if (number == no_text) return;
  const std::string_view text = subject_.texts()[number].content;
  Place place{std::string(file->as_string()), byte_at(text, static_cast<std::uint64_t>(from->as_integer())),
              byte_at(text, static_cast<std::uint64_t>(to->as_integer()))};
  const bool is_known = std::any_of(read_.begin(), read_.end(), [&](const Place& other) {
    return other.begin == place.begin && other.end == place.end && other.path == place.path;
  });
  if (!is_known) read_.push_back(std::move(place));
}

// "group_vars/all.yml:3:7", or the name of an input.
void Coverage::add_place(std::string_view place) {
  const std::size_t column = place.rfind(':');
  const std::size_t line = column == std::string_view::npos || column == 0 ? column : place.rfind(':', column - 1);
  if (line == std::string_view::npos || line == column) {
    names_.emplace(place);
    return;
  }
  const std::uint32_t number = subject_.text(place.substr(0, line));
  const auto row = parse_integer(place.substr(line + 1, column - line - 1));
  const auto units = parse_integer(place.substr(column + 1));
  if (number == no_text || !row || !units) return;
  const std::string_view text = subject_.texts()[number].content;
  std::size_t begin = 0;
  for (std::int64_t at = 1; at < row.value && begin != std::string_view::npos; ++at) {
    const std::size_t end = text.find('\n', begin);
    begin = end == std::string_view::npos ? end : end + 1;
  }
  if (begin == std::string_view::npos) return;
  const auto at = static_cast<std::uint32_t>(
      begin + byte_at(text.substr(begin), static_cast<std::uint64_t>(units.value > 0 ? units.value - 1 : 0)));
  read_.push_back({std::string(place.substr(0, line)), at, at});
}

// A part counts as read only if something within it was read: a map with an unread key can lose that key, not itself.
bool Coverage::is_read(const Part& part) const {
  if (part.text == no_text) {
    // A file of which nothing was read, and an input that no value came from.
    for (std::size_t number = 0; number < subject_.texts().size(); ++number) {
      const Text& text = subject_.texts()[number];
      if (text.position != part.position) continue;
      return std::any_of(read_.begin(), read_.end(), [&](const Place& place) { return place.path == text.path; });
    }
    const std::string name = name_at(subject_.workspace(), part.position);
    if (name.empty() || part.position.size() > 2) return part.position.size() > 1;
    return std::any_of(names_.begin(), names_.end(),
                       [&](const std::string& one) { return one == name || one.find(name) != std::string::npos; });
  }
  const std::string& path = subject_.texts()[part.text].path;
  return std::any_of(part.edits.begin(), part.edits.end(), [&](const Edit& edit) {
    return std::any_of(read_.begin(), read_.end(), [&](const Place& place) {
      return place.path == path && edit.begin <= place.begin && place.end <= edit.end;
    });
  });
}

}  // namespace evalground::shrinking
