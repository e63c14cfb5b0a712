// The workspace that is being reduced, as texts and values that can lose parts.
//
// A part is an edit of a text, or a position in the workspace with a new value. Any set of parts can be taken out at
// once (without), so the reducer can try combinations without changing the subject.
#include "shrink/subject.hpp"

#include <algorithm>
#include <utility>

#include "base/text/utf8.hpp"

namespace evalground::shrinking {
namespace {

using Parts = std::vector<const Part*>;

// The parts, all of which are within `value`, `level` steps from the workspace.
// All parts at once, in one walk: the positions of later ones stay valid, since nothing is removed before the end.
Value with_parts(const Value& value, const Parts& parts, std::size_t level, Budget& budget) {
  const Depth depth = budget.enter();
  const bool is_map = value.is_map();
  if (!is_map && !value.is_list()) return value;
  std::vector<Parts> within(is_map ? value.as_map().size() : value.as_list().size());
  for (const Part* part : parts) {
    budget.step();
    if (part->position[level] < within.size()) within[part->position[level]].push_back(part);
  }
  Map map;
  List list;
  for (std::size_t at = 0; at < within.size(); ++at) {
    budget.step();
    const Value& item = is_map ? value.as_map().entry(at).value : value.as_list()[at];
    const auto whole = std::find_if(within[at].begin(), within[at].end(),
                                    [&](const Part* part) { return part->position.size() == level + 1; });
    Value now = whole != within[at].end() ? (*whole)->value
                : within[at].empty()      ? item
                                          : with_parts(item, within[at], level + 1, budget);
    if (now.is_undefined()) continue;
    if (is_map) {
      map.set(value.as_map().entry(at).key, std::move(now));
    } else {
      list.push_back(std::move(now));
    }
  }
  return is_map ? Value::map(std::move(map)) : Value::list(std::move(list));
}

std::uint32_t moved_offset(std::uint32_t offset, const std::vector<Edit>& edits) {
  std::int64_t by = 0;
  for (const Edit& edit : edits) {
    if (edit.begin >= offset) break;
    if (edit.end > offset) return static_cast<std::uint32_t>(edit.begin + by);  // what it was in has gone
    by += static_cast<std::int64_t>(edit.text.size()) - (edit.end - edit.begin);
  }
  return static_cast<std::uint32_t>(offset + by);
}

}  // namespace

Subject::Subject(Map workspace, std::string_view main_path) : workspace_(std::move(workspace)) {
  const Value* files = workspace_.find("files");
  const auto index_of = [&](std::string_view key) { return static_cast<std::uint32_t>(*workspace_.position(key)); };
  if (files != nullptr && files->is_map()) {
    std::uint32_t number = 0;
    for (const auto& [name, content] : files->as_map()) {
      if (name.is_string() && content.is_string())
        texts_.push_back({std::string(name.as_string()), content.as_string(), {index_of("files"), number}});
      ++number;
    }
  }
  const Value* main = workspace_.find("main");
  const bool has_files = files != nullptr && files->is_map() && !files->as_map().empty();
  if (main != nullptr && main->is_string() && (!has_files || main->as_string().find('\n') != std::string_view::npos)) {
    texts_.push_back({std::string(main_path), main->as_string(), {index_of("main")}});
  }
  const Value* expression = workspace_.find("expression");
  if (expression != nullptr && expression->is_string())
    texts_.push_back({"<expression>", expression->as_string(), {index_of("expression")}});
}

std::uint32_t Subject::text(std::string_view path) const {
  for (std::size_t at = 0; at < texts_.size(); ++at) {
    if (texts_[at].path == path) return static_cast<std::uint32_t>(at);
  }
  return no_text;
}

// Edits of different parts may overlap, when one contains the other. The outer one wins.
std::vector<Edit> Subject::edits_of(std::uint32_t text, const Parts& parts) const {
  std::vector<Edit> all;
  for (const Part* part : parts) {
    if (part->text == text) all.insert(all.end(), part->edits.begin(), part->edits.end());
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Edit& a, const Edit& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::vector<Edit> merged;
  for (Edit& edit : all) {
    if (merged.empty() || edit.begin >= merged.back().end) {
      merged.push_back(std::move(edit));
    } else if (edit.end > merged.back().end && edit.text.empty()) {
      merged.back().end = edit.end;
    }
  }
  return merged;
}

// Edits of texts become new values of the texts, and then everything is a change of values.
Map Subject::without(const Parts& parts, Budget& budget) const {
  Parts of_values;
  for (const Part* part : parts) {
    if (part->text == no_text) of_values.push_back(part);
  }
  std::vector<Part> written;  // what stands in the texts now
  written.reserve(texts_.size());
  for (std::uint32_t number = 0; number < texts_.size(); ++number) {
    const std::vector<Edit> edits = edits_of(number, parts);
    if (edits.empty()) continue;
    const Text& text = texts_[number];
    std::string content;
    std::size_t at = 0;
    for (const Edit& edit : edits) {
      budget.step();
      content.append(text.content.substr(at, edit.begin - at)).append(edit.text);
      at = edit.end;
    }
    content.append(text.content.substr(at));
    written.push_back({no_text, {}, text.position, Value::string(content)});
  }
  for (const Part& part : written) of_values.push_back(&part);
  return with_parts(Value::map(workspace_), of_values, 0, budget).as_map();
}

// Where a place is after the edits; nothing if it was removed with its text or its file.
std::optional<Place> Subject::moved(const Place& place, const Parts& parts) const {
  const std::uint32_t number = text(place.path);
  if (number == no_text) return place;
  const std::vector<std::uint32_t>& position = texts_[number].position;
  for (const Part* part : parts) {
    if (part->text == no_text && part->position.size() <= position.size() && part->value.is_undefined() &&
        std::equal(part->position.begin(), part->position.end(), position.begin())) {
      return std::nullopt;
    }
  }
  const std::vector<Edit> edits = edits_of(number, parts);
  const Place now{place.path, moved_offset(place.begin, edits), moved_offset(place.end, edits)};
  if (now.end <= now.begin && place.end > place.begin) return std::nullopt;
  return now;
}

std::uint32_t byte_at(std::string_view text, std::uint64_t units) {
  std::size_t at = 0;
  while (at < text.size() && units > 0) {
    const CodePoint point = decode_code_point(text, at);
    units -= std::min<std::uint64_t>(units, point.value > 0xFFFF ? 2 : 1);
    at += point.size;
  }
  return static_cast<std::uint32_t>(at);
}

}  // namespace evalground::shrinking
