#include "change/turns.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "change/wish.hpp"
#include "runtime/secrets.hpp"
#include "shrink/goal.hpp"
#include "value/members.hpp"

namespace evalground::changing {
namespace {

constexpr std::size_t most_turns = 60;
constexpr std::size_t most_words = 20;
constexpr std::size_t most_levels = 2;  // of computations between a read value and one that is written

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_word(char c) {
  return begins_word(c) || is_digit(c) || c == '-';
}

}  // namespace

std::vector<Proposal> Turner::proposals(const Condition& condition) {
  constants_.clear();
  words_.clear();
  names_.clear();
  values_.clear();
  found_.clear();
  note_names(condition);
  scan(condition);
  change_reads(condition);
  alternate();
  change_list(condition.wanted);
  define_asked();
  flip(condition);
  change_constants();
  return std::move(found_);
}

// `env` of `{equals: [{get_param: env}, prod]}` is a name, and no text that `env` may be.
void Turner::note_names(const Condition& condition) {
  const auto note = [&](const List& path) {
    for (const Value& part : path) {
      if (part.is_string()) names_.insert(std::string(part.as_string()));
    }
  };
  for (const Condition::Read& read : condition.reads) {
    for (const Step& step : origins_.read(read.place)) {
      if (step.file.empty()) {
        note(path_of_name(step.name));
      } else if (const auto place = places_.at(step.file, step.begin)) {
        note(place->path);
      }
    }
  }
}

// The literals and words of the condition's text.
void Turner::scan(const Condition& condition) {
  const std::string_view whole = places_.text(condition.written.file).value_or("");
  const std::size_t begin = shrinking::byte_at(whole, condition.written.from);
  const std::size_t end =
      begin + shrinking::byte_at(whole.substr(begin), condition.written.to - condition.written.from);
  std::size_t quoted_end = begin;
  for (std::size_t at = begin; at < end && words_.size() + constants_.size() < most_words; ++at) {
    budget_.step();
    const char c = whole[at];
    const bool is_inner = at > 0 && continues_word(whole[at - 1]);
    const bool is_quoted = at < quoted_end;
    const bool begins_literal = c == '"' || c == '\'' || c == '`' || (is_digit(c) && !is_inner);
    if (!is_quoted && begins_literal) {
      const auto literal = places_.literal(condition.written.file, static_cast<std::uint32_t>(at));
      if (!literal || literal->end > end) continue;
      constants_.emplace_back(*literal, places_.value(*literal));
      // A text may hold names: `unless => "linux"`.
      quoted_end = literal->end;
      if (is_digit(c)) at = literal->end - 1;
      continue;
    }
    if (!begins_word(c) || is_inner) continue;
    at = add_word(condition.written.file, whole.substr(0, end), at, is_quoted) - 1;
  }
}

// Gives the end of the word. Outside of quotes, and if it is no variable and no call, it may be a text: `ACTIVE`.
std::size_t Turner::add_word(const std::string& file, std::string_view text, std::size_t at, bool is_quoted) {
  std::size_t end = at;
  while (end < text.size() && continues_word(text[end])) ++end;
  const std::string word(text.substr(at, end - at));
  words_.push_back(word);
  const char before = at == 0 ? '\0' : text[at - 1];
  const bool is_call = end < text.size() && text[end] == '(';
  // A key of a map, such as the name of a function.
  const bool is_key = end + 1 < text.size() && text[end] == ':' && (text[end + 1] == ' ' || text[end + 1] == '\n');
  if (is_quoted || is_call || is_key || before == '$' || before == '.' || names_.contains(word)) return end;
  constants_.emplace_back(Place{.kind = Place::Kind::fragment,
                                .file = file,
                                .begin = static_cast<std::uint32_t>(at),
                                .end = static_cast<std::uint32_t>(end)},
                          Value::string(word));
  return end;
}

void Turner::set(const Place& place, const Value& to, Reason reason, std::size_t distance) {
  const auto add = [&](Value value) {
    if (found_.size() < most_turns)
      found_.push_back({.place = place, .to = std::move(value), .reason = reason, .distance = distance});
  };
  add(to);
  if (to.kind() == Kind::integer) {
    add(Value::integer(to.as_integer() + 1));
    add(Value::integer(to.as_integer() - 1));
  }
}

void Turner::change_reads(const Condition& condition) {
  struct Ahead {
    std::string place;
    std::size_t distance;
  };
  std::vector<Ahead> ahead;
  std::unordered_set<std::string> seen;
  // A secret is neither guessed nor compared with.
  for (const Condition::Read& read : condition.reads) {
    if (read.value.find(redaction) == std::string::npos) ahead.push_back({read.place, 0});
  }
  for (std::size_t at = 0; at < ahead.size() && at < most_words; ++at) {
    const Ahead next = ahead[at];
    if (!seen.insert(next.place).second) continue;
    for (const Step& step : origins_.read(next.place)) {
      if (step.file.empty()) {
        for (const Place& place : places_.named(step.name)) {
          if (!place.path[0].is_text("secrets")) change_read(place, next.distance);
        }
      } else if (const auto place = places_.at(step.file, step.begin)) {
        change_read(*place, next.distance);
      }
      if (next.distance == most_levels) continue;
      for (const std::string& read : step.reads) ahead.push_back({read, next.distance + 1});
    }
  }
}

// The first value for each place comes before the second one for any: a search may end before all were tried.
void Turner::alternate() {
  std::map<std::string, std::size_t> counts;
  std::vector<std::pair<std::size_t, Proposal>> ranked;
  for (Proposal& one : found_) {
    const std::size_t rank = counts[one.place.file + pointer_of(one.place.path, 0)]++;
    ranked.emplace_back(rank, std::move(one));
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  found_.clear();
  for (auto& [rank, one] : ranked) found_.push_back(std::move(one));
}

void Turner::change_read(const Place& place, std::size_t distance) {
  const Value own = places_.value(place);
  if (own.is_map()) return add_absent(place);
  if (own.is_undefined() || own.is_list()) return;
  if (own.kind() == Kind::boolean) return set(place, Value::boolean(!own.as_boolean()), Reason::choice, distance);
  if (!own.is_null()) values_.push_back(own);
  for (const auto& [where, constant] : constants_) {
    const bool fits = own.is_null() || constant.kind() == own.kind() || (constant.is_number() && own.is_number());
    if (fits) set(place, constant, Reason::choice, distance);
  }
}

// A key that the condition names and the map does not have.
void Turner::add_absent(const Place& map) {
  const Value own = places_.value(map);
  for (const std::string& word : words_) {
    if (own.as_map().contains(word)) continue;
    Place place = map;
    place.path.push_back(Value::string(word));
    for (const auto& [where, constant] : constants_) {
      if (!constant.is_text(word)) set(place, constant, Reason::choice, 1);
    }
    set(place, Value::boolean(true), Reason::choice, 1);
  }
}

void Turner::change_constants() {
  for (const auto& [place, constant] : constants_) {
    for (const Value& value : values_) {
      const bool fits = value.kind() == constant.kind() || (value.is_number() && constant.is_number());
      if (fits) set(place, value, Reason::condition, 2);
    }
  }
}

// A name that the workspace lists, such as a class: added, or taken away.
void Turner::change_list(bool wanted) {
  if (listed_.empty()) return;
  const Value* known = subject_.workspace().find(listed_);
  const List list = known != nullptr && known->is_list() ? known->as_list() : List();
  const Place place{.kind = Place::Kind::key, .path = {Value::string(listed_)}};
  for (const std::string& word : words_) {
    const auto same = [&](const Value& one) { return one.is_text(word); };
    const auto at = std::find_if(list.begin(), list.end(), same);
    List changed = list;
    if (at == list.end() && wanted) changed.push_back(Value::string(word));
    if (at != list.end()) changed.erase(changed.begin() + (at - list.begin()));
    if (changed.size() != list.size()) {
      found_.push_back({.place = place, .to = Value::list(std::move(changed)), .reason = Reason::choice});
    }
  }
}

// A name that the condition reads and nothing defines.
void Turner::define_asked() {
  for (const Value& ask : list_member(outcome_, "asks")) {
    const std::string_view key = text_member(ask.as_map(), "key");
    const std::string_view owner = text_member(ask.as_map(), "owner");
    const std::string_view name = text_member(ask.as_map(), "name");
    if (key.empty() || key == "secrets" || std::find(words_.begin(), words_.end(), name) == words_.end()) continue;
    Place place{.kind = Place::Kind::key, .path = {Value::string(key)}};
    if (!owner.empty()) place.path.push_back(Value::string(owner));
    place.path.push_back(Value::string(name));
    for (const auto& [where, constant] : constants_) {
      if (!constant.is_text(name)) set(place, constant, Reason::choice, 1);
    }
    set(place, Value::boolean(true), Reason::choice, 1);
  }
}

// A condition that is nothing but true or false.
void Turner::flip(const Condition& condition) {
  const std::string_view text = places_.text(condition.written.file).value_or("");
  const auto place = places_.at(condition.written.file, shrinking::byte_at(text, condition.written.from));
  if (!place) return;
  const Value own = places_.value(*place);
  if (own.kind() == Kind::boolean) set(*place, Value::boolean(!own.as_boolean()), Reason::condition, 1);
}

}  // namespace evalground::changing
