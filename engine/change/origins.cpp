#include "change/origins.hpp"

#include <algorithm>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "change/wish.hpp"
#include "runtime/context.hpp"
#include "shrink/goal.hpp"
#include "value/members.hpp"

namespace evalground::changing {
namespace {

// "main.yaml:3:5"
std::string place_text(const Map& span) {
  return std::string(text_member(span, "file")) + ":" + std::to_string(count_member(span, "line")) + ":" +
         std::to_string(count_member(span, "column"));
}

// The offset of a line and a column, both from 1.
std::optional<std::uint32_t> offset_of(std::string_view text, std::uint64_t line, std::uint64_t column) {
  std::size_t begin = 0;
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return std::nullopt;
    begin = end + 1;
  }
  return static_cast<std::uint32_t>(begin) + shrinking::byte_at(text.substr(begin), column - 1);
}

}  // namespace

List path_of_name(const std::string& name) {
  return recover([&] { return shrinking::read_path(name); }, [&](const Error&) { return List{Value::string(name)}; });
}

std::string name_of(const Step& step) {
  return step.file.empty() ? step.name : step.file + ":" + std::to_string(step.begin) + ":" + std::to_string(step.end);
}

Origins::Origins(const Map& outcome, const Places& places) : outcome_(outcome), places_(places) {
  if (const Value* own = member_of(outcome, "origins", Kind::map)) index(own->as_map());
  const Value* details = member_of(outcome, "parts", Kind::map);
  if (details == nullptr) return;
  for (const auto& [name, detail] : details->as_map()) {
    if (!detail.is_map()) continue;
    if (const Value* own = member_of(detail.as_map(), "origins", Kind::map)) index(own->as_map());
  }
}

void Origins::index(const Map& origins) {
  for (const auto& [pointer, list] : origins) {
    if (!list.is_list() || list.as_list().empty() || !list.as_list()[0].is_map()) continue;
    const Map& first = list.as_list()[0].as_map();
    const Value* span = member_of(first, "span", Kind::map);
    by_place_.emplace(span != nullptr ? place_text(span->as_map()) : std::string(text_member(first, "name")),
                      &list.as_list());
  }
}

std::vector<Step> Origins::steps_of(const List& origins) const {
  std::vector<Step> steps;
  for (const Value& one : origins) {
    if (!one.is_map() || one.as_map().contains("overridden")) break;
    const Map& map = one.as_map();
    Step step{.via = std::string(text_member(map, "via"))};
    if (const Value* span = member_of(map, "span", Kind::map)) {
      step.file = text_member(span->as_map(), "file");
      const std::optional<std::string_view> text = places_.text(step.file);
      if (!text) continue;  // a file of the host, which is not the workspace's
      step.begin = shrinking::byte_at(*text, count_member(span->as_map(), "from"));
      step.end = shrinking::byte_at(*text, count_member(span->as_map(), "to"));
    } else {
      step.name = text_member(map, "name");
    }
    if (const Value* reads = member_of(map, "reads", Kind::list)) {
      for (const Value& read : reads->as_list()) step.reads.emplace_back(read.as_string());
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

// The origins of a result are on the top level, those of other parts in the details. Outputs stand for the result where
// there is no value.
std::vector<Step> Origins::of(const List& asked) const {
  if (asked.empty() || !asked[0].is_string()) return {};
  const bool is_line = asked.size() == 2 && asked[0].is_text("text") && asked[1].kind() == Kind::integer;
  const std::optional<List> report = is_line ? report_of_line(asked[1].as_integer()) : std::nullopt;
  if (is_line && !report) return of_line(asked[1].as_integer());
  const List& path = report ? *report : asked;
  const Value* origins = member_of(outcome_, "origins", Kind::map);
  if (const Value* details = member_of(outcome_, "parts", Kind::map)) {
    const Value* detail = details->as_map().find(path[0]);
    if (detail != nullptr && detail->is_map()) origins = member_of(detail->as_map(), "origins", Kind::map);
  }
  if (origins == nullptr) return {};
  for (List own = path; !own.empty(); own.pop_back()) {
    const Value* list = origins->as_map().find(pointer_of(own, 1));
    if (list != nullptr && list->is_list()) return steps_of(list->as_list());
  }
  return {};
}

// The path of the report that a line of the text shows; nothing if the text contains more than reports.
std::optional<List> Origins::report_of_line(std::int64_t line) const {
  if (outcome_.contains("textMap")) return std::nullopt;
  const List& reports = list_member(outcome_, "reports");
  std::int64_t first = 0;
  for (std::size_t at = 0; at < reports.size(); ++at) {
    if (!reports[at].is_string()) return std::nullopt;
    const std::string_view report = reports[at].as_string();
    first += 1 + std::count(report.begin(), report.end(), '\n');
    if (line < first) return List{Value::string("reports"), Value::integer(static_cast<std::int64_t>(at))};
  }
  return std::nullopt;
}

// All stretches of the line. The reads of a stretch belong to the first of its steps.
std::vector<Step> Origins::of_line(std::int64_t line) const {
  const Value* map = member_of(outcome_, "textMap", Kind::map);
  const Value* text = member_of(outcome_, "text", Kind::string);
  if (map == nullptr || text == nullptr) return {};
  const Value* stretches = member_of(map->as_map(), "stretches", Kind::list);
  const Value* origins = member_of(map->as_map(), "origins", Kind::list);
  const Value* reads = member_of(map->as_map(), "reads", Kind::list);
  if (stretches == nullptr || origins == nullptr || reads == nullptr) return {};
  const std::string_view whole = text->as_string();
  const auto begin = offset_of(whole, static_cast<std::uint64_t>(line) + 1, 1);
  if (!begin) return {};
  const std::size_t end = std::min(whole.find('\n', *begin), whole.size());
  const auto from = static_cast<std::int64_t>(count_utf16_units(whole.substr(0, *begin)));
  const auto to = from + static_cast<std::int64_t>(count_utf16_units(whole.substr(*begin, end - *begin)));
  std::vector<Step> steps;
  const List& numbers = stretches->as_list();
  for (std::size_t at = 0; at + 3 < numbers.size(); at += 4) {
    if (numbers[at].as_integer() > to || numbers[at + 1].as_integer() < from) continue;
    const auto number = static_cast<std::size_t>(numbers[at + 2].as_integer());
    if (number >= origins->as_list().size()) continue;
    std::vector<Step> own = steps_of(origins->as_list()[number].as_list());
    const std::string_view shown = whole.substr(*begin, end - *begin);
    for (Step& step : own) {
      step.line_begin = shrinking::byte_at(
          shown, static_cast<std::uint64_t>(std::max(numbers[at].as_integer() - from, std::int64_t{0})));
      step.line_end = shrinking::byte_at(shown, static_cast<std::uint64_t>(std::clamp(
                                                    numbers[at + 1].as_integer() - from, std::int64_t{0}, to - from)));
    }
    const std::int64_t list = numbers[at + 3].as_integer();
    if (!own.empty() && list >= 0 && static_cast<std::size_t>(list) < reads->as_list().size()) {
      for (const Value& read : reads->as_list()[static_cast<std::size_t>(list)].as_list())
        own[0].reads.emplace_back(read.as_string());
    }
    steps.insert(steps.end(), own.begin(), own.end());
  }
  return steps;
}

std::vector<Step> Origins::read(std::string_view place) const {
  const auto known = by_place_.find(std::string(place));
  if (known != by_place_.end()) return steps_of(*known->second);
  const std::size_t before_column = place.rfind(':');
  const std::size_t before_line = before_column == std::string_view::npos || before_column == 0
                                      ? std::string_view::npos
                                      : place.rfind(':', before_column - 1);
  if (before_line != std::string_view::npos) {
    const std::string file(place.substr(0, before_line));
    const std::optional<std::string_view> text = places_.text(file);
    const auto line = parse_integer(place.substr(before_line + 1, before_column - before_line - 1));
    const auto column = parse_integer(place.substr(before_column + 1));
    if (text && line && column && line.value > 0 && column.value > 0) {
      const auto offset =
          offset_of(*text, static_cast<std::uint64_t>(line.value), static_cast<std::uint64_t>(column.value));
      if (!offset) return {};
      return {Step{.via = "literal", .file = file, .begin = *offset, .end = *offset}};
    }
  }
  return {Step{.via = "input", .name = std::string(place)}};
}

}  // namespace evalground::changing
