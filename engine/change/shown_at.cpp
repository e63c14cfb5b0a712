#include "change/shown_at.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "change/wish.hpp"
#include "data/paths/json_pointer.hpp"
#include "shrink/goal.hpp"
#include "shrink/subject.hpp"
#include "value/members.hpp"

namespace evalground::changing {
namespace {

// "/a/0" below a part of the outcome as a path, with indexes where it has lists. Empty where it has no such value.
List path_of(const Map& outcome, std::string_view part, std::string_view pointer) {
  List path{Value::string(part)};
  const Value* found = outcome.find(part);
  Value at = found == nullptr ? Value() : *found;
  for (const std::string& step : parse_pointer(pointer)) {
    const auto index = parse_integer(step);
    path.push_back(at.is_list() && index ? Value::integer(index.value) : Value::string(step));
    at = shrinking::value_at(at, {path.back()});
    if (at.is_undefined()) return {};
  }
  return path;
}

// The line of a text, from 0, at an offset in UTF-16 units.
std::int64_t line_at(std::string_view text, std::uint64_t units) {
  const std::string_view before = text.substr(0, shrinking::byte_at(text, units));
  return std::count(before.begin(), before.end(), '\n');
}

class Finder {
 public:
  Finder(const Map& outcome, std::string_view file, std::string_view text, std::uint64_t offset, Budget& budget)
      : outcome_(outcome), file_(file), offset_(offset), budget_(budget) {
    const std::size_t at = shrinking::byte_at(text, offset);
    const std::size_t line = text.substr(0, at).rfind('\n') + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    begin_ = offset - count_utf16_units(text.substr(line, at - line));
    end_ = offset + count_utf16_units(text.substr(at, end - at));
  }

  List find() {
    add_values(map_member(outcome_, "origins"), outcome_.contains("value") ? "value" : "outputs");
    for (const auto& [name, part] : map_member(outcome_, "parts")) {
      if (part.is_map()) add_values(map_member(part.as_map(), "origins"), name.as_string());
    }
    add_lines();
    return std::move(path_);
  }

 private:
  // Smaller is better: plain values before containers, what is at the offset before what follows it and what is before
  // it, the nearest, what counts before what is overridden, and the values that contain fewer steps.
  using Rank = std::tuple<bool, int, std::uint64_t, bool, std::size_t>;

  // Nothing for a stretch that is not on the line.
  std::optional<Rank> rank(std::uint64_t from, std::uint64_t to, bool is_container, bool is_overridden,
                           std::size_t depth) const {
    const bool is_after = from > end_ || (from == end_ && from > begin_);
    const bool is_before = to < begin_ || (to == begin_ && from < begin_);
    if (is_after || is_before || (is_container && from < begin_)) return std::nullopt;
    const bool is_at = from <= offset_ && offset_ <= to;
    const int order = is_at ? 0 : from > offset_ ? 1 : 2;
    const std::uint64_t distance = is_at ? to - from : from > offset_ ? from - offset_ : offset_ - to;
    return Rank{is_container, order, distance, is_overridden, depth};
  }

  // Calls f with the stretch of each step that is in the file, and whether it is overridden.
  template <class F>
  void each_stretch(const List& steps, F&& f) {
    for (const Value& step : steps) {
      budget_.step();
      if (!step.is_map()) continue;
      const Map& span = map_member(step.as_map(), "span");
      const Value* file = span.find("file");
      if (file == nullptr || !file->is_text(file_)) continue;
      f(count_member(span, "from"), count_member(span, "to"), step.as_map().contains("overridden"));
    }
  }

  bool takes(const std::optional<Rank>& rank) {
    if (!rank || (best_ && *best_ <= *rank)) return false;
    best_ = rank;
    return true;
  }

  void add_values(const Map& origins, std::string_view part) {
    for (const auto& [pointer, steps] : origins) {
      if (!pointer.is_string() || !steps.is_list()) continue;
      const std::string_view name = pointer.as_string();
      const auto depth = static_cast<std::size_t>(std::count(name.begin(), name.end(), '/'));
      std::optional<List> path;
      each_stretch(steps.as_list(), [&](std::uint64_t from, std::uint64_t to, bool is_overridden) {
        if (!rank(from, to, false, is_overridden, depth)) return;
        if (!path) path = path_of(outcome_, part, name);
        if (path->empty()) return;
        const Value value = value_of(outcome_, *path);
        if (takes(rank(from, to, value.is_map() || value.is_list(), is_overridden, depth))) path_ = *path;
      });
    }
  }

  // The stretches of a rendered text, which are four numbers each. Text that was copied corresponds unit by unit; of
  // other text only the beginning is known.
  void add_lines() {
    const Map& map = map_member(outcome_, "textMap");
    const List& origins = list_member(map, "origins");
    const List& numbers = list_member(map, "stretches");
    const Value* text = outcome_.find("text");
    if (text == nullptr || !text->is_string()) return;
    for (std::size_t at = 0; at + 3 < numbers.size(); at += 4) {
      const auto number = static_cast<std::size_t>(numbers[at + 2].as_integer());
      if (number >= origins.size() || !origins[number].is_list()) continue;
      const auto begin = static_cast<std::uint64_t>(numbers[at].as_integer());
      const auto end = static_cast<std::uint64_t>(numbers[at + 1].as_integer());
      each_stretch(origins[number].as_list(), [&](std::uint64_t from, std::uint64_t to, bool is_overridden) {
        if (!takes(rank(from, to, false, is_overridden, 0))) return;
        const bool is_copied = to - from == end - begin;
        const std::uint64_t into = is_copied ? std::clamp(offset_, from, to) - from : 0;
        path_ = {Value::string("text"), Value::integer(line_at(text->as_string(), begin + into))};
      });
    }
  }

  const Map& outcome_;
  const std::string_view file_;
  const std::uint64_t offset_;
  std::uint64_t begin_ = 0;  // of the line
  std::uint64_t end_ = 0;
  Budget& budget_;
  std::optional<Rank> best_;
  List path_;
};

}  // namespace

List shown_at(const Map& outcome, std::string_view file, std::string_view text, std::uint64_t offset, Budget& budget) {
  return Finder(outcome, file, text, offset, budget).find();
}

}  // namespace evalground::changing
