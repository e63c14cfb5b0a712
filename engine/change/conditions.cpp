#include "change/conditions.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/text/utf8.hpp"
#include "change/wish.hpp"
#include "runtime/keys.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"
#include "value/members.hpp"

namespace evalground::changing {
namespace {

constexpr std::size_t most_subjects = 1'000;
constexpr std::size_t most_followed = 50;  // values on the way

// Of a text that is quoted in YAML.
std::string unquoted(std::string text) {
  const bool is_quoted = text.size() > 1 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0] &&
                         text.find(text[0], 1) == text.size() - 1;
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

Stretch stretch_of(const Map& map) {
  const Map& span = map_member(map, "span");
  if (span.empty()) return {.name = std::string(text_member(map, "name"))};
  return {.file = std::string(text_member(span, "file")),
          .from = count_member(span, "from"),
          .to = count_member(span, "to")};
}

bool continues_name(char c) {
  return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::vector<Condition> conditions_of(const Map& outcome) {
  std::vector<Condition> conditions;
  for (const Value& one : list_member(outcome, "decisions")) {
    const Map& map = one.as_map();
    const Value* subject = member_of(map, "subject", Kind::map);
    if (subject == nullptr) continue;
    Condition condition{.text = unquoted(std::string(text_member(map, "text"))),
                        .where = stretch_of(map),
                        .written = stretch_of(map),
                        .subject = stretch_of(subject->as_map()),
                        .is_item = is_set_member(map, "item"),
                        .holds = is_set_member(map, "holds"),
                        .wanted = is_set_member(map, "wanted")};
    for (const Value& read : list_member(map, "reads")) {
      condition.reads.push_back({.place = std::string(text_member(read.as_map(), "place")),
                                 .value = std::string(text_member(read.as_map(), "value")),
                                 .is_indirect = is_set_member(read.as_map(), "indirect")});
    }
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

bool names_word(std::string_view text, std::string_view name) {
  if (name.empty()) return false;
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !continues_name(text[at - 1]);
    if (begins && (end == text.size() || !continues_name(text[end]))) return true;
  }
  return false;
}

// Of an expression the origin of a value may be the name of the call that came last, as in `$.where($.a).select($.b)`.
// Then the whole expression counts.
Stretch computed_by(const Step& step, const Places& places) {
  if (step.file.empty()) return {};
  const std::string_view text = places.text(step.file).value_or("");
  const std::string_view own = text.substr(step.begin, step.end - step.begin);
  const bool is_name = std::all_of(own.begin(), own.end(), [](char c) { return continues_name(c) || c == '.'; });
  const bool is_whole = is_name && step.file == expression_path;
  return {.file = step.file,
          .from = is_whole ? 0 : count_utf16_units(text.substr(0, step.begin)),
          .to = count_utf16_units(text.substr(0, is_whole ? text.size() : step.end))};
}

void each_step(const List& path, const Origins& origins, Budget& budget, const std::function<void(const Step&)>& f) {
  std::vector<std::vector<Step>> ahead{origins.of(path)};
  std::unordered_set<std::string> seen;
  for (std::size_t at = 0; at < ahead.size() && at < most_followed; ++at) {
    const std::vector<Step> steps = ahead[at];
    for (const Step& step : steps) {
      budget.step();
      if (!seen.insert(name_of(step)).second) continue;
      f(step);
      for (const std::string& read : step.reads) ahead.push_back(origins.read(read));
    }
  }
}

std::string_view text_of(const Stretch& stretch, const Places& places) {
  const std::string_view text = places.text(stretch.file).value_or("");
  const std::size_t begin = shrinking::byte_at(text, stretch.from);
  return text.substr(begin, shrinking::byte_at(text.substr(begin), stretch.to - std::min(stretch.from, stretch.to)));
}

void locate(std::vector<Condition>& conditions, const Stretch& within, const Places& places) {
  const std::string_view text = text_of(within, places);
  if (text.empty()) return;
  std::unordered_map<std::string, bool> known;
  for (Condition& one : conditions) {
    const auto [file, is_new] = known.try_emplace(one.written.file, false);
    if (is_new) file->second = places.text(one.written.file).has_value();
    if (file->second || one.text.empty()) continue;
    const std::size_t at = text.find(one.text);
    if (at == std::string_view::npos) continue;
    const std::uint64_t from = within.from + count_utf16_units(text.substr(0, at));
    one.written = {.file = within.file, .from = from, .to = from + count_utf16_units(one.text)};
  }
}

bool is_within(const Condition& condition, const Stretch& computed) {
  if (computed.file.empty()) return false;
  return computed.contains(condition.written) || (!condition.is_item && computed.contains(condition.subject));
}

std::string subject_text(const Condition& condition, const Places& places) {
  return unquoted(std::string(text_of(condition.subject, places)));
}

void each_subject(const std::vector<Condition>& all, const Places& places,
                  const std::function<void(const Condition&, const std::string& name)>& f) {
  std::size_t count = 0;
  for (const Condition& one : all) {
    if (one.is_item || one.is_met()) continue;
    if (++count > most_subjects) return;
    f(one, subject_text(one, places));
  }
}

void add_named(const std::vector<Condition>& all, std::vector<const Condition*>& found, std::size_t most,
               const Places& places, Budget& budget) {
  std::vector<std::pair<const Condition*, std::string>> named;
  each_subject(all, places, [&](const Condition& one, const std::string& name) { named.emplace_back(&one, name); });
  for (std::size_t at = 0; at < found.size() && found.size() < most; ++at) {
    const std::string& text = found[at]->text;
    for (const auto& [one, name] : named) {
      budget.step();
      const bool is_new = names_word(text, name) && std::find(found.begin(), found.end(), one) == found.end();
      if (is_new && found.size() < most) found.push_back(one);
    }
  }
}

std::string_view listed_key(const Map& outcome) {
  for (const Key& key : workspace_keys()) {
    if (key.type == KeyType::list && member_of(outcome, key.name, Kind::list) != nullptr) return key.name;
  }
  return {};
}

bool is_met_after(const Condition& condition, const Map& outcome, const Places& places, const Edit& edit) {
  const std::string_view text = places.text(edit.file).value_or("");
  const std::uint64_t from = count_utf16_units(text.substr(0, edit.begin));
  const std::uint64_t to = from + count_utf16_units(text.substr(edit.begin, edit.end - edit.begin));
  // What begins behind the edit has moved.
  const auto moved = [&](Stretch stretch) {
    const bool is_behind =
        !stretch.file.empty() && stretch.file == edit.file && stretch.from >= to && stretch.from > from;
    if (is_behind) stretch.from = stretch.from - (to - from) + count_utf16_units(edit.text);
    return stretch;
  };
  const Stretch where = moved(condition.where);
  const Stretch subject = moved(condition.subject);
  bool is_met = false;
  for (const Condition& now : conditions_of(outcome)) {
    if (!now.where.begins_as(where) || !now.subject.begins_as(subject)) continue;
    if (!now.is_met()) return false;
    is_met = true;
  }
  return is_met;
}

}  // namespace evalground::changing
