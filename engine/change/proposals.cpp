#include "change/proposals.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/alignment.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "change/list_edit.hpp"
#include "change/turns.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"

namespace evalground::changing {
namespace {

constexpr std::size_t most_proposals = 200;
constexpr std::size_t most_read = 100;  // values on the way
constexpr std::size_t most_constants = 20;
constexpr std::size_t most_turned = 4;        // conditions
constexpr std::size_t most_turns_tried = 10;  // for each of them

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Where two texts differ: the stretch of the old one, and what stands there in the new one.
struct TextDifference {
  std::string before;
  std::string after;
  bool is_beside = false;  // of a text that is only inserted: with characters beside it
};

TextDifference text_difference(std::string_view before, std::string_view after, bool is_by_words) {
  const std::size_t most = std::min(before.size(), after.size());
  std::size_t begin = 0;
  while (begin < most && before[begin] == after[begin]) ++begin;
  std::size_t same = 0;
  while (same < most - begin && before[before.size() - 1 - same] == after[after.size() - 1 - same]) ++same;
  if (is_by_words) {
    while (begin > 0 && is_word(before[begin - 1])) --begin;
    while (same > 0 && is_word(before[before.size() - same])) --same;
  }
  return {.before = std::string(before.substr(begin, before.size() - same - begin)),
          .after = std::string(after.substr(begin, after.size() - same - begin))};
}

// The places where `part` stands in a text.
std::vector<std::size_t> occurrences(std::string_view text, std::string_view part) {
  constexpr std::size_t most = 4;
  std::vector<std::size_t> found;
  if (part.empty()) return found;
  for (std::size_t at = text.find(part); at != std::string_view::npos && found.size() < most;
       at = text.find(part, at + 1)) {
    found.push_back(at);
  }
  return found;
}

// A text as a value of the kind that stood there: "8080" as a number.
Value typed(const std::string& text, bool is_number) {
  if (is_number) {
    if (const auto integer = parse_integer(text)) return Value::integer(integer.value);
    if (const auto real = parse_real(text)) return Value::real(real.value);
  }
  return Value::string(text);
}

double as_double(const Value& number) {
  return number.kind() == Kind::integer ? static_cast<double>(number.as_integer()) : number.as_real();
}

// Two numbers, or the numbers that differ in two texts.
std::optional<std::pair<Value, Value>> differing_numbers(const Value& before, const Value& after) {
  if (before.is_number() && after.is_number()) return std::pair(before, after);
  if (!before.is_string() || !after.is_string()) return std::nullopt;
  const TextDifference part = text_difference(before.as_string(), after.as_string(), true);
  const Value first = typed(part.before, true);
  const Value second = typed(part.after, true);
  if (!first.is_number() || !second.is_number()) return std::nullopt;
  return std::pair(first, second);
}

// "mode" of `variables.main.mode`, whose last key is "main.mode". Empty for an item.
std::string last_name(const List& path) {
  if (path.empty() || !path.back().is_string()) return {};
  const std::string_view key = path.back().as_string();
  return std::string(key.substr(key.rfind('.') + 1));
}

// Also those of a text that is only inserted: the characters beside it can be found in the text that made it.
std::vector<TextDifference> text_differences(std::string_view before, std::string_view after) {
  const TextDifference by_words = text_difference(before, after, true);
  const TextDifference exact = text_difference(before, after, false);
  std::vector<TextDifference> all{by_words, exact};
  if (!exact.before.empty() || exact.after.empty()) return all;
  std::size_t begin = 0;
  const std::size_t most = std::min(before.size(), after.size());
  while (begin < most && before[begin] == after[begin]) ++begin;
  // A word that grows is another value.
  const bool grows = (begin > 0 && is_word(before[begin - 1]) && is_word(exact.after.front())) ||
                     (begin < before.size() && is_word(before[begin]) && is_word(exact.after.back()));
  if (grows) return all;
  const auto around = [&](std::size_t left, std::size_t right) {
    const std::string_view start = before.substr(begin - left, left);
    const std::string_view end = before.substr(begin, right);
    all.push_back({std::string(start).append(end), std::string(start).append(exact.after).append(end), true});
  };
  for (std::size_t count = 1; count <= 3 && begin + count <= before.size(); ++count) around(0, count);
  for (std::size_t count = 1; count <= 3 && count <= begin; ++count) around(count, 0);
  return all;
}

}  // namespace

Value number_for(const Value& own, const Value& probe, const Value& now_value, const Value& then_value,
                 const Value& wish_value) {
  const auto to_wish = differing_numbers(now_value, wish_value);
  const auto to_then = differing_numbers(now_value, then_value);
  if (!own.is_number() || !probe.is_number() || !to_wish || !to_then) return {};
  const auto& [now, wish] = *to_wish;
  const auto& [same_now, then] = *to_then;
  if (as_double(now) != as_double(same_now)) return {};
  const double slope = (as_double(then) - as_double(now)) / (as_double(probe) - as_double(own));
  if (slope == 0 || !std::isfinite(slope)) return {};
  const double result = as_double(own) + (as_double(wish) - as_double(now)) / slope;
  if (!std::isfinite(result) || std::abs(result) > 9e15) return {};
  if (own.kind() == Kind::integer && result == std::floor(result)) {
    return Value::integer(static_cast<std::int64_t>(result));
  }
  return Value::real(result);
}

Proposer::Proposer(const Wish& wish, const Map& outcome, const shrinking::Subject& subject, Places& places,
                   Budget& budget)
    : wish_(wish), outcome_(outcome), subject_(subject), places_(places), budget_(budget), origins_(outcome, places) {}

std::optional<Value> parameter_of(const Proposal& proposal) {
  const List& path = proposal.place.path;
  if (proposal.place.kind != Place::Kind::node || path.size() < 3 || !path.back().is_text("default"))
    return std::nullopt;
  const Value& section = path[path.size() - 3];
  const Value& name = path[path.size() - 2];
  if (!name.is_string() || !(section.is_text("parameters") || section.is_text("inputs"))) return std::nullopt;
  return name;
}

void Proposer::add(Proposal proposal) {
  if (found_.size() < most_proposals) found_.push_back(std::move(proposal));
}

// A setting of a part of a variable has the rest of it as well.
void Proposer::add_settings(const std::vector<SettingPlace>& settings) {
  for (const SettingPlace& setting : settings) {
    Place place = place_of(setting);
    Value own = places_.value(place);
    // A map or a list that is there already keeps its other parts.
    List known = setting.whole;
    for (std::size_t at = known.size(); at < wish_.path.size(); ++at) {
      const Value part = shrinking::value_at(own, {wish_.path[at]});
      if (part.is_undefined()) break;
      place.path.push_back(wish_.path[at]);
      known.push_back(wish_.path[at]);
      own = part;
    }
    const List rest(wish_.path.begin() + static_cast<std::ptrdiff_t>(known.size()), wish_.path.end());
    Value to = value_with(value_of(outcome_, known), rest, 0, wish_.to, budget_);
    if (to.is_undefined()) continue;
    // A template that is there already gives way to the value.
    const bool is_free = own.is_undefined() || is_equal(own, value_of(outcome_, known), budget_);
    last_.push_back({.place = std::move(place),
                     .to = std::move(to),
                     .reason = is_free ? Reason::override : Reason::replace,
                     .level = setting.level});
  }
}

// Breadth first, so that what is nearer comes first.
std::vector<Proposal> Proposer::all() {
  ahead_.push_back({origins_.of(wish_.path), 0});
  for (std::size_t at = 0; at < ahead_.size() && at < most_read; ++at) {
    budget_.step();
    const Ahead next = ahead_[at];
    follow(next);
  }
  propose_secrets();
  propose_items();
  propose_beside_siblings();
  propose_asked();
  propose_turned();
  propose_line();
  for (Proposal& proposal : last_) add(std::move(proposal));
  return std::move(found_);
}

void Proposer::follow(const Ahead& ahead) {
  for (const Step& step : ahead.steps) {
    if (!seen_.insert(name_of(step)).second) continue;
    propose_step(step, ahead.distance);
    for (const std::string& read : step.reads) ahead_.push_back({origins_.read(read), ahead.distance + 1});
  }
  propose_above(ahead.steps, ahead.distance);
}

void Proposer::propose_step(const Step& step, std::size_t distance) {
  if (step.file.empty()) {
    for (const Place& place : places_.named(step.name)) {
      if (!place.path[0].is_text("secrets") || wish_.is_secret) propose_value(place, distance);
    }
    return;
  }
  const auto place = places_.at(step.file, step.begin);
  if (place) {
    if (wish_.is_secret) propose_secret(*place, distance, 0);
    propose_value(*place, distance);
    if (step.via == "expression" && place->kind != Place::Kind::literal) {
      last_.push_back({.place = *place, .to = wish_.to, .reason = Reason::replace, .distance = distance});
    }
  }
  if (distance == 0) propose_printed(step, distance);
  // The whole of an expression computes its result, not only the call that comes last.
  const bool is_expression = step.file == expression_path;
  const auto text = places_.text(step.file);
  const std::uint32_t begin = is_expression ? 0 : step.begin;
  std::uint32_t end = is_expression && text ? static_cast<std::uint32_t>(text->size()) : step.end;
  // Of a place that was read only the beginning is known. Outside of YAML the value may be computed on that line.
  const bool is_open = step.end == step.begin && text && (!place || place->kind == Place::Kind::literal);
  if (is_open) end = static_cast<std::uint32_t>(std::min(text->find('\n', begin), text->size()));
  if (end > begin) propose_fragments(step.file, begin, end, distance);
}

// What a secret was made from: nothing can be compared, so each text is a guess that is tried.
void Proposer::propose_secret(const Place& place, std::size_t distance, std::size_t level) {
  constexpr std::size_t most_levels = 4;
  constexpr std::size_t most_parts = 5;
  const Depth depth = budget_.enter();
  const Value own = places_.value(place);
  if (!own.is_map() || level == most_levels) return;
  std::size_t count = 0;
  for (const Map::Entry& entry : own.as_map()) {
    if (++count > most_parts) return;
    Place part = place;
    part.path.push_back(entry.key);
    if (entry.value.is_map()) propose_secret(part, distance, level + 1);
    if (entry.value.is_string())
      add({.place = std::move(part), .to = wish_.to, .reason = Reason::origin, .distance = distance});
  }
}

// The value at the place itself, or one that gives the wanted text or number.
void Proposer::propose_value(const Place& place, std::size_t distance) {
  const Value own = places_.value(place);
  if (own.is_undefined()) return;
  const bool is_same = wish_.is_secret ? own.is_string() : is_equal(own, wish_.now, budget_);
  const auto text = scalar_text(own);
  const bool is_copy = is_same || (text && scalar_text(wish_.now) == text);
  if (is_copy) {
    const Value to = is_same ? wish_.to : typed(scalar_text(wish_.to).value_or(""), own.is_number());
    add({.place = place, .to = to, .reason = distance == 0 ? Reason::origin : Reason::inverse, .distance = distance});
    return;
  }
  if (own.kind() == Kind::boolean) {
    add({.place = place, .to = Value::boolean(!own.as_boolean()), .reason = Reason::choice, .distance = distance});
    return;
  }
  propose_probe(place, own, distance);
  if (text) propose_text(place, *text, own.is_number(), distance);
  if (text) propose_constants(place, own, distance);
}

// For a number that a wanted number may be computed from.
void Proposer::propose_probe(const Place& place, const Value& own, std::size_t distance) {
  if (!own.is_number() || wish_.is_secret || !differing_numbers(wish_.now, wish_.to)) return;
  const Value next =
      own.kind() == Kind::integer ? Value::integer(own.as_integer() + 1) : Value::real(own.as_real() + 1);
  add({.place = place, .to = next, .reason = Reason::inverse, .distance = distance, .is_probe = true});
}

// The wanted text without what stands around the own text, or the own text with the fragment that differs.
void Proposer::propose_text(const Place& place, const std::string& own, bool is_number, std::size_t distance) {
  const auto now = scalar_text(wish_.now);
  const auto to = scalar_text(wish_.to);
  if (!now || !to) return;
  const auto propose = [&](const std::string& text) {
    add({.place = place, .to = typed(text, is_number), .reason = Reason::inverse, .distance = distance});
  };
  for (const std::size_t at : occurrences(*now, own)) {
    const std::string_view before = std::string_view(*now).substr(0, at);
    const std::string_view after = std::string_view(*now).substr(at + own.size());
    const bool fits = to->size() >= before.size() + after.size() && to->starts_with(before) && to->ends_with(after);
    if (fits) return propose(to->substr(before.size(), to->size() - before.size() - after.size()));
  }
  for (const bool is_by_words : {false, true}) {
    const TextDifference part = text_difference(*now, *to, is_by_words);
    for (const std::size_t at : occurrences(own, part.before)) {
      propose(own.substr(0, at) + part.after + own.substr(at + part.before.size()));
    }
    // Something in between changes the case: the own text keeps its own.
    const std::string changed = to_lower(part.before);
    const bool is_lower = to_lower(own) == own;
    if (changed == part.before && is_lower) continue;
    for (const std::size_t at : occurrences(to_lower(own), changed)) {
      propose(own.substr(0, at) + (is_lower ? to_lower(part.after) : part.after) + own.substr(at + changed.size()));
    }
  }
}

// The fragment that differs, where the text of an expression or a template has it.
void Proposer::propose_fragments(const std::string& file, std::uint32_t begin, std::uint32_t end,
                                 std::size_t distance) {
  const auto now = scalar_text(wish_.now);
  const auto to = scalar_text(wish_.to);
  const std::uint32_t number = subject_.text(file);
  if (number == shrinking::no_text) return propose_literals(file, begin, end, distance);
  const std::string_view text = subject_.texts()[number].content.substr(begin, end - begin);
  for (std::size_t at = 0; at < text.size() && constants_.size() < most_constants; ++at) {
    budget_.step();
    const bool begins = text[at] == '"' || text[at] == '\'' || is_digit(text[at]);
    if (!begins || (is_digit(text[at]) && at > 0 && is_word(text[at - 1]))) continue;
    const auto literal = places_.literal(file, begin + static_cast<std::uint32_t>(at));
    if (!literal || literal->end > end) continue;
    const Value constant = places_.value(*literal);
    constants_.insert(write_json(constant, budget_));
    // A constant is less likely to be meant than a value that was read.
    propose_probe(*literal, constant, distance + 2);
    at = literal->end - begin - 1;
  }
  if (!now || !to || wish_.is_secret) return;
  for (const TextDifference& part : text_differences(*now, *to)) {
    // What is inserted beside other text is rather a part of what was computed.
    const std::size_t away = distance + (part.is_beside ? 2 : 0);
    for (const std::size_t at : occurrences(text, part.before)) {
      const auto from = begin + static_cast<std::uint32_t>(at);
      add({.place = {.kind = Place::Kind::fragment,
                     .file = file,
                     .begin = from,
                     .end = from + static_cast<std::uint32_t>(part.before.size())},
           .to = Value::string(part.after),
           .reason = away == 0 ? Reason::origin : Reason::inverse,
           .distance = away});
    }
  }
}

// An expression that is a map has no text of its own: its literals are values of the workspace.
void Proposer::propose_literals(const std::string& file, std::uint32_t begin, std::uint32_t end, std::size_t distance) {
  const std::string_view text = places_.text(file).value_or("").substr(0, end);
  std::size_t count = 0;
  for (std::uint32_t at = begin; at < text.size() && count < most_constants; ++at) {
    budget_.step();
    if (text[at] != '"' && !is_digit(text[at])) continue;
    const auto literal = places_.literal(file, at);
    if (!literal || literal->end > end) continue;
    at = literal->end - 1;
    ++count;
    const auto place = places_.at(file, literal->begin);
    if (place && is_equal(places_.value(*place), wish_.now, budget_)) propose_value(*place, distance + 1);
  }
}

// A value came through an alias, a merge or an include: there, or beside it, a value of its own wins.
void Proposer::propose_above(const std::vector<Step>& steps, std::size_t distance) {
  constexpr std::size_t most_levels = 3;
  for (std::size_t at = 1; at < steps.size(); ++at) {
    const Step& step = steps[at];
    if (step.file.empty()) continue;
    const auto place = places_.at(step.file, step.begin);
    if (place && step.via == "alias") {
      add({.place = *place, .to = wish_.to, .reason = Reason::override, .distance = distance});
    }
    const auto mapping = places_.mapping_around(step.file, step.begin);
    if (!mapping) continue;
    for (std::size_t levels = 1; levels <= most_levels && levels < wish_.path.size(); ++levels) {
      Place own = *mapping;
      own.path.insert(own.path.end(), wish_.path.end() - static_cast<std::ptrdiff_t>(levels), wish_.path.end());
      if (!own.path.back().is_string()) break;
      if (!places_.value(own).is_undefined()) continue;  // the value itself, which is no override
      add({.place = std::move(own), .to = wish_.to, .reason = Reason::override, .distance = distance});
    }
  }
}

// A secret of the workspace that the wished one may be.
void Proposer::propose_secrets() {
  constexpr std::size_t most_secrets = 10;
  const Value* secrets = wish_.is_secret ? subject_.workspace().find("secrets") : nullptr;
  if (secrets == nullptr || !secrets->is_map()) return;
  std::size_t count = 0;
  for (const Map::Entry& entry : secrets->as_map()) {
    if (++count > most_secrets) return;
    add({.place = {.kind = Place::Kind::key, .path = {Value::string("secrets"), entry.key}},
         .to = wish_.to,
         .reason = Reason::inverse,
         .distance = 1});
  }
}

void Proposer::propose_items() {
  auto edit = list_edit(wish_, origins_, places_, budget_);
  if (!edit) return;
  add({.place = std::move(edit->first), .to = Value::string(std::move(edit->second)), .reason = Reason::origin});
}

// What an expression printed of a line gives way to text.
void Proposer::propose_printed(const Step& step, std::size_t distance) {
  if (step.via == "literal" || step.line_end <= step.line_begin || wish_.is_secret) return;
  const auto now = scalar_text(wish_.now);
  const auto to = scalar_text(wish_.to);
  if (!now || !to || step.line_end > now->size()) return;
  const std::string_view before = std::string_view(*now).substr(0, step.line_begin);
  const std::string_view after = std::string_view(*now).substr(step.line_end);
  const bool fits = to->size() >= before.size() + after.size() && to->starts_with(before) && to->ends_with(after);
  const std::string_view text = places_.text(step.file).value_or("").substr(step.begin, step.end - step.begin);
  const std::string_view printed = std::string_view(*now).substr(step.line_begin, step.line_end - step.line_begin);
  if (!fits || text.find(printed) != std::string_view::npos) return;  // the latter is no expression
  Place place{.kind = Place::Kind::fragment, .file = step.file, .begin = step.begin, .end = step.end};
  last_.push_back({.place = std::move(place),
                   .to = Value::string(to->substr(before.size(), to->size() - before.size() - after.size())),
                   .reason = Reason::replace,
                   .distance = distance});
}

// Several expressions of one line of a template give way to text.
void Proposer::propose_line() {
  const bool is_line = wish_.path.size() == 2 && wish_.path[0].is_text("text") && wish_.to.is_string();
  if (!is_line || wish_.is_secret) return;
  const std::string before_edit = scalar_text(wish_.now).value_or("");
  const CommonEnds ends =
      common_ends(before_edit.size(), wish_.to.as_string().size(),
                  [&](std::size_t a, std::size_t b) { return before_edit[a] == wish_.to.as_string()[b]; });
  std::optional<Place> line;
  for (const Step& step : origins_.of(wish_.path)) {
    // The text that differs has a place of its own.
    if (step.line_begin <= ends.head && before_edit.size() - ends.tail <= step.line_end) return;
    const auto text = places_.text(step.file);
    if (!text) return;
    const std::size_t before = text->substr(0, step.begin).rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(text->find('\n', step.begin), text->size());
    const std::string_view shown = text->substr(step.begin, step.end - step.begin);
    if (shown.find("\n") != std::string_view::npos) continue;  // text between the lines
    if (line && (line->file != step.file || line->begin != begin)) return;
    line = Place{.kind = Place::Kind::fragment,
                 .file = step.file,
                 .begin = static_cast<std::uint32_t>(begin),
                 .end = static_cast<std::uint32_t>(end)};
  }
  if (line) last_.push_back({.place = *std::move(line), .to = wish_.to, .reason = Reason::replace, .distance = 1});
}

// Where other values of the same map are written, a value that was inherited can be written as well.
void Proposer::propose_beside_siblings() {
  constexpr std::size_t most_siblings = 20;
  if (wish_.path.size() < 2 || !wish_.path.back().is_string()) return;
  List parent = wish_.path;
  parent.pop_back();
  const Value map = value_of(outcome_, parent);
  if (!map.is_map()) return;
  std::unordered_set<std::string> known;
  std::size_t count = 0;
  for (const auto& [key, value] : map.as_map()) {
    if (++count > most_siblings) return;
    if (key.is_string() && key.as_string() == wish_.path.back().as_string()) continue;
    List path = parent;
    path.push_back(key);
    const std::vector<Step> steps = origins_.of(path);
    if (steps.empty() || steps[0].file.empty()) continue;
    auto place = places_.at(steps[0].file, steps[0].begin);
    if (!place || place->kind != Place::Kind::node || place->path.empty() || !place->path.back().is_string() ||
        !key.is_string() || place->path.back().as_string() != key.as_string()) {
      continue;
    }
    place->path.back() = wish_.path.back();
    if (!known.insert(place->file + pointer_of(place->path, 0)).second || !places_.value(*place).is_undefined())
      continue;
    add({.place = *place, .to = wish_.to, .reason = Reason::override, .distance = 1});
  }
}

// A name that was read and is not there: `{{ host | default('x') }}`.
void Proposer::propose_asked() {
  const Value* asks = outcome_.find("asks");
  if (asks == nullptr || !asks->is_list()) return;
  std::string texts;  // that computed the value
  for (const Step& step : origins_.of(wish_.path)) {
    texts.append(text_of(computed_by(step, places_), places_)) += '\n';
  }
  const auto text_in = [](const Map& map, std::string_view key) {
    const Value* value = map.find(key);
    return value != nullptr && value->is_string() ? *value : Value();
  };
  for (const Value& ask : asks->as_list()) {
    if (!ask.is_map()) continue;
    const Value key = text_in(ask.as_map(), "key");
    const Value owner = text_in(ask.as_map(), "owner");
    const Value name = text_in(ask.as_map(), "name");
    if (key.is_undefined() || name.is_undefined() || key.is_text("secrets")) continue;
    if (!names_word(texts, name.as_string())) continue;
    List path{key};
    if (!owner.is_undefined()) path.push_back(owner);
    path.push_back(name);
    const auto now = scalar_text(wish_.now);
    const auto to = scalar_text(wish_.to);
    add({.place = {.kind = Place::Kind::key, .path = path}, .to = wish_.to, .reason = Reason::override, .distance = 1});
    if (!now || !to || *now == *to) continue;
    const TextDifference part = text_difference(*now, *to, true);
    add({.place = {.kind = Place::Kind::key, .path = path},
         .to = Value::string(part.after),
         .reason = Reason::override,
         .distance = 2});
  }
}

// A condition chose the branch that gave the value, or the value is itself true or false: what was compared can turn
// it.
void Proposer::propose_turned() {
  if (wish_.is_secret) return;
  std::vector<Condition> conditions = conditions_of(outcome_);
  std::vector<const Condition*> turned;
  const auto add_once = [&](const Condition& one) {
    if (one.is_met() || turned.size() >= most_turned) return;
    if (std::find(turned.begin(), turned.end(), &one) == turned.end()) turned.push_back(&one);
  };
  std::optional<Condition> own;
  each_step(wish_.path, origins_, budget_, [&](const Step& step) {
    const Stretch computed = computed_by(step, places_);
    if (computed.file.empty()) return;
    if (!own) own = own_condition(step, computed);
    locate(conditions, computed, places_);
    for (const Condition& one : conditions) {
      if (is_within(one, computed)) add_once(one);
      // The value stands in the branch that was taken. Its condition also decided about the other branches.
      if (!one.is_met() || one.is_item || !one.subject.contains(computed)) continue;
      for (const Condition& other : conditions) {
        if (other.where.begins_as(one.where)) add_once(other);
      }
    }
  });
  // A promise of the same name that was skipped.
  const std::string name = last_name(wish_.path);
  each_subject(conditions, places_, [&](const Condition& one, const std::string& subject) {
    if (!name.empty() && subject == name) add_once(one);
  });
  add_named(conditions, turned, most_turned, places_, budget_);
  if (own) add_turns(*own, true);
  for (const Condition* one : turned) add_turns(*one, false);
}

// A value that is true or false as a condition that should be the opposite: `{{ env == 'prod' }}`.
std::optional<Condition> Proposer::own_condition(const Step& step, const Stretch& computed) const {
  const auto truth_of = [](const Value& value) -> std::optional<bool> {
    const std::string text = to_lower(scalar_text(value).value_or(""));
    return text == "true" ? std::optional(true) : text == "false" ? std::optional(false) : std::nullopt;
  };
  const auto now = truth_of(wish_.now);
  const auto to = truth_of(wish_.to);
  if (!now || !to || *now == *to) return std::nullopt;
  // Quotes of YAML around an expression do not belong to it.
  Stretch inner = computed;
  const std::string_view text = text_of(computed, places_);
  const bool is_quoted =
      text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  if (is_quoted) {
    ++inner.from;
    --inner.to;
  }
  Condition condition{.where = inner, .written = inner, .subject = computed, .holds = *now, .wanted = *to};
  for (const std::string& read : step.reads) condition.reads.push_back({.place = read, .value = {}});
  return condition;
}

// `is_whole`: the condition is the whole of the value, so what it compares with can be changed as well.
void Proposer::add_turns(const Condition& condition, bool is_whole) {
  Turner turner(outcome_, subject_, places_, listed_key(outcome_), budget_);
  std::size_t count = 0;
  for (Proposal& proposal : turner.proposals(condition)) {
    if (!is_whole && proposal.reason != Reason::choice) continue;
    if (++count > most_turns_tried) return;
    proposal.distance += 3;  // behind what the value itself was made from
    add(std::move(proposal));
  }
}

// What the text compares with may be what decides.
void Proposer::propose_constants(const Place& place, const Value& own, std::size_t distance) {
  const std::string written = write_json(own, budget_);
  for (const std::string& constant : constants_) {
    if (constant == written) continue;
    Value to = parse_json(constant, budget_);
    if (to.kind() != own.kind()) continue;
    add({.place = place, .to = std::move(to), .reason = Reason::choice, .distance = distance + 1});
  }
}

}  // namespace evalground::changing
