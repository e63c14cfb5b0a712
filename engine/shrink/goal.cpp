// What a reduction must preserve: the error, or the values, that the user wants to show to somebody.
//
// A workspace is made smaller as long as is_reached() holds. So a goal must be neither too strict, or nothing can be
// removed, nor too loose, or an unrelated result is kept. An error is kept by its code, its place in the source and the
// message's own words, not by the names that the message quotes, which may be removed. Without a wish of the user, the
// goal is, in this order: the first error, the parts that differ from `expect`, the whole result.
#include "shrink/goal.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "shrink/own_words.hpp"
#include "value/json.hpp"

namespace evalground::shrinking {
namespace {

std::string_view text_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? value->as_string() : std::string_view();
}

bool is_same(const Value& a, const Value& b, Budget& budget) {
  if (a.is_undefined() || b.is_undefined()) return a.is_undefined() && b.is_undefined();
  return write_json(a, budget) == write_json(b, budget);
}

// Where a diagnostic stands, if it says so.
// Nothing for a problem of an input, which has no text.
std::optional<Place> place_of(const Map& diagnostic, const Subject& subject) {
  const Value* span = diagnostic.find("span");
  if (span == nullptr || !span->is_map()) return std::nullopt;
  const Map& map = span->as_map();
  const std::string path(text_of(map, "file"));
  const std::uint32_t number = subject.text(path);
  if (number == no_text) return std::nullopt;
  const std::string_view text = subject.texts()[number].content;
  return Place{path, byte_at(text, static_cast<std::uint64_t>(map.find("from")->as_integer())),
               byte_at(text, static_cast<std::uint64_t>(map.find("to")->as_integer()))};
}

// The diagnostics of an outcome that are errors, or, where a code is given, of that code.
std::vector<const Map*> problems(const Map& outcome, std::string_view code) {
  std::vector<const Map*> result;
  const Value* diagnostics = outcome.find("diagnostics");
  if (diagnostics == nullptr || !diagnostics->is_list()) return result;
  for (const Value& one : diagnostics->as_list()) {
    if (code.empty() ? text_of(one.as_map(), "severity") == "error" : text_of(one.as_map(), "code") == code)
      result.push_back(&one.as_map());
  }
  return result;
}

void keep(Goal& goal, const Value& outcome, List path) {
  Value value = value_at(outcome, path);
  goal.values.push_back({std::move(path), std::move(value)});
}

// The parts at which two values differ, as deep as their maps and lists correspond; `path` is the way to them.
//   expected {a: 1, b: [1, 2]}     actual {a: 1, b: [1, 3]}     gives b/1
//
// As deep as possible, since a smaller difference leaves more to remove. A key that exists only in the actual map makes
// the whole map differ.
void add_differences(const Value& expected, const Value& actual, List& path, std::vector<List>& found, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (is_same(expected, actual, budget)) return;
  if (expected.is_map() && actual.is_map()) {
    const std::size_t before = found.size();
    for (const auto& [key, value] : expected.as_map()) {
      const Value* other = actual.as_map().find(key);
      path.push_back(key);
      if (other == nullptr) {
        found.push_back(path);
      } else {
        add_differences(value, *other, path, found, budget);
      }
      path.pop_back();
    }
    if (found.size() > before && expected.as_map().size() == actual.as_map().size()) return;
    found.resize(before);
    if (expected.as_map().size() == actual.as_map().size()) return;  // only their order differs
  }
  if (expected.is_list() && actual.is_list() && expected.as_list().size() == actual.as_list().size()) {
    for (std::size_t at = 0; at < expected.as_list().size(); ++at) {
      path.push_back(Value::integer(static_cast<std::int64_t>(at)));
      add_differences(expected.as_list()[at], actual.as_list()[at], path, found, budget);
      path.pop_back();
    }
    return;
  }
  found.push_back(path);
}

// What an expectation names: keys of the outcome, and of those that it names in part the entries.
std::vector<List> expected_paths(const Map& expect) {
  std::vector<List> paths;
  for (const std::string_view key : {"value", "text", "matches", "reports"}) {
    if (expect.contains(key)) paths.push_back({Value::string(key)});
  }
  for (const std::string_view key : {"outputs", "variables", "files"}) {
    const Value* entries = expect.find(key);
    if (entries == nullptr || !entries->is_map()) continue;
    for (const auto& entry : entries->as_map()) paths.push_back({Value::string(key), entry.key});
  }
  return paths;
}

bool is_any_of(std::string_view path_key, const Map& outcome) {
  const Value* value = outcome.find(path_key);
  if (value == nullptr || value->is_null()) return false;
  return !(value->is_list() && value->as_list().empty()) && !(value->is_map() && value->as_map().empty());
}

// Empty results are kept only if there is nothing else: a reduction to an empty workspace would have them as well.
void add_results(Goal& goal, const Map& outcome) {
  const Value whole = Value::map(outcome);
  for (const std::string_view key : {"value", "text", "matches", "outputs", "reports"}) {
    if (is_any_of(key, outcome)) keep(goal, whole, {Value::string(key)});
  }
  if (!goal.values.empty()) return;
  for (const std::string_view key : {"variables", "resources", "stages", "value", "text"}) {
    if (outcome.contains(key)) keep(goal, whole, {Value::string(key)});
  }
}

// The goal of a workspace that says what it expects.
void add_expected(Goal& goal, const Map& expect, const Map& outcome, Budget& budget) {
  const Value whole = Value::map(outcome);
  const Value wanted = Value::map(expect);
  std::vector<List> differing;
  for (const List& path : expected_paths(expect)) {
    List way = path;
    const Value actual = value_at(whole, path);
    if (actual.is_undefined()) {
      differing.push_back(path);
    } else {
      add_differences(value_at(wanted, path), actual, way, differing, budget);
    }
  }
  goal.is_difference = !differing.empty();
  for (const List& path : goal.is_difference ? differing : expected_paths(expect)) keep(goal, whole, path);
}

Goal error_goal(const Map& diagnostic, const Subject& subject, Budget& budget) {
  Goal goal;
  goal.code = text_of(diagnostic, "code");
  goal.place = place_of(diagnostic, subject);
  std::string_view text;
  if (goal.place) {
    const std::string_view whole = subject.texts()[subject.text(goal.place->path)].content;
    text = whole.substr(goal.place->begin, goal.place->end - goal.place->begin);
  }
  goal.words = own_words(text_of(diagnostic, "message"), text, subject.workspace(), budget);
  return goal;
}

// JSON for a message.
std::string shown(const Value& value, Budget& budget) {
  constexpr std::size_t most = 60;
  std::string text = write_json(value, budget);
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

// `path` without a root is looked up in the value first, then in the other parts: "url" may be a key of the outputs.
Goal value_goal(const Map& keep, const Map& outcome, Budget& budget) {
  Goal goal;
  const Value* written = keep.find("path");
  if (written == nullptr || !(written->is_string() || written->is_list()))
    throw Error("bad-request", "The value to preserve needs a `path`.");
  const List path = written->is_list() ? written->as_list() : read_path(written->as_string());
  const Value whole = Value::map(outcome);
  // A path begins in the result, or at a part of the outcome: `outputs.url`.
  List full;
  for (const std::string_view root : {"value", "text", "outputs", "variables", ""}) {
    full.clear();
    if (!root.empty()) full.push_back(Value::string(root));
    full.insert(full.end(), path.begin(), path.end());
    if (!value_at(whole, full).is_undefined()) break;
  }
  const Value actual = value_at(whole, full);
  const std::string name = written->is_string() ? std::string(written->as_string()) : write_json(*written, budget);
  if (actual.is_undefined()) throw Error("nothing-to-keep", "The result has nothing at " + quote(name) + ".");
  const Value* value = keep.find("value");
  if (value != nullptr && !is_same(*value, actual, budget)) {
    throw Error("nothing-to-keep", "The result has " + shown(actual, budget) + " at " + quote(name) + ", not " +
                                       shown(*value, budget) + ".");
  }
  goal.values.push_back({std::move(full), actual});
  return goal;
}

}  // namespace

// Undefined where the path leads nowhere. "0" is also an index, since a JSON Pointer has only texts.
Value value_at(const Value& value, const List& path, std::size_t from) {
  const Value* at = &value;
  for (std::size_t step = from; step < path.size(); ++step) {
    const Value& key = path[step];
    if (at->is_map()) {
      at = at->as_map().find(key);
      if (at == nullptr) return {};
    } else if (at->is_list()) {
      std::int64_t index = -1;
      if (key.kind() == Kind::integer) index = key.as_integer();
      if (key.is_string()) {
        const auto number = parse_integer(key.as_string());
        if (number) index = number.value;
      }
      if (index < 0 || static_cast<std::uint64_t>(index) >= at->as_list().size()) return {};
      at = &at->as_list()[static_cast<std::size_t>(index)];
    } else {
      return {};
    }
  }
  return *at;
}

namespace {

// The size of the "[…]" that begins a text; npos without an end. A key in quotes may contain brackets and, behind a
// backslash, its quotes.
std::size_t bracket_size(std::string_view text) {
  std::size_t at = std::min(text.find_first_not_of(" \t", 1), text.size());
  if (at < text.size() && (text[at] == '\'' || text[at] == '"')) {
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote; ++at) {
      if (text[at] == '\\') ++at;
    }
  }
  const std::size_t close = text.find(']', std::min(at, text.size()));
  return close == std::string_view::npos ? close : close + 1;
}

std::string unescaped_key(std::string_view text) {
  std::string key;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_escape = text[at] == '\\' && at + 1 < text.size() &&
                           (text[at + 1] == '\'' || text[at + 1] == '"' || text[at + 1] == '\\');
    if (is_escape) ++at;
    key += text[at];
  }
  return key;
}

}  // namespace

std::size_t path_end(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '=') return at;
    const bool is_bracket = text[at] == '[' && !text.starts_with('/');
    const std::size_t size = is_bracket ? bracket_size(text.substr(at)) : std::string_view::npos;
    if (size != std::string_view::npos) at += size - 1;
  }
  return std::string_view::npos;
}

// Three notations: "/a/0", "a[0].b" and "$.a['b c']".
List read_path(std::string_view text) {
  List path;
  if (text.starts_with('/')) {
    for (const std::string_view part : Split(text.substr(1), "/"))
      path.push_back(Value::string(replace_all(replace_all(part, "~1", "/"), "~0", "~")));
    return path;
  }
  if (text.starts_with('$')) text.remove_prefix(1);
  while (!text.empty()) {
    if (text.starts_with('.')) {
      text.remove_prefix(1);
    } else if (text.starts_with('[')) {
      const std::size_t size = bracket_size(text);
      if (size == std::string_view::npos) throw Error("bad-request", "The path has a \"[\" without a \"]\".");
      std::string_view inner = trim(text.substr(1, size - 2));
      if (inner.size() > 1 && (inner[0] == '\'' || inner[0] == '"') && inner.back() == inner[0]) {
        path.push_back(Value::string(unescaped_key(inner.substr(1, inner.size() - 2))));
      } else {
        const auto index = parse_integer(inner);
        if (!index) throw Error("bad-request", "The path has " + quote(inner) + " where an index must be.");
        path.push_back(Value::integer(index.value));
      }
      text.remove_prefix(size);
    } else {
      const std::size_t end = std::min(text.find_first_of(".["), text.size());
      path.push_back(Value::string(text.substr(0, end)));
      text.remove_prefix(end);
    }
  }
  return path;
}

namespace {

Goal find_goal(const Map& request, const Subject& subject, const Map& outcome, Budget& budget) {
  if (const Value* code = request.find("keep_error")) {
    if (!code->is_string()) throw Error("bad-request", "`keep_error` must be the code of a problem.");
    const auto found = problems(outcome, code->as_string());
    if (found.empty()) {
      std::string codes;
      for (const Map* problem : problems(outcome, ""))
        codes += (codes.empty() ? "" : ", ") + quote(text_of(*problem, "code"));
      throw Error("nothing-to-keep",
                  "The workspace gives no problem " + quote(code->as_string()) +
                      (codes.empty() ? std::string("; it does not fail.") : "; it gives " + codes + "."));
    }
    return error_goal(*found.front(), subject, budget);
  }
  if (const Value* kept = request.find("keep")) {
    if (!kept->is_map()) throw Error("bad-request", "`keep` must be a map of `path` and `value`.");
    return value_goal(kept->as_map(), outcome, budget);
  }
  const auto errors = problems(outcome, "");
  const Value* ok = outcome.find("ok");
  if (!errors.empty() && ok != nullptr && !ok->as_boolean()) return error_goal(*errors.front(), subject, budget);
  Goal goal;
  const Value* expect = subject.workspace().find("expect");
  if (expect != nullptr && expect->is_map()) add_expected(goal, expect->as_map(), outcome, budget);
  if (goal.values.empty()) add_results(goal, outcome);
  if (goal.values.empty()) throw Error("nothing-to-keep", "The workspace gives neither a result nor an error.");
  return goal;
}

}  // namespace

Goal goal_of(const Map& request, const Subject& subject, const Map& outcome, Budget& budget) {
  Goal goal = find_goal(request, subject, outcome, budget);
  const Value* ok = outcome.find("ok");
  goal.is_ok = ok != nullptr && ok->as_boolean();
  return goal;
}

// The place moves when text before it is removed. `place` is where the error is expected now, and a problem counts when
// it overlaps that, an empty range also when it touches it.
bool is_reached(const Goal& goal, const std::optional<Place>& place, const Subject& subject, const Map& outcome,
                Budget& budget, std::optional<Place>* found) {
  if (goal.code.empty()) {
    const Value* ok = outcome.find("ok");
    if (ok == nullptr || ok->as_boolean() != goal.is_ok) return false;
    const Value whole = Value::map(outcome);
    return std::all_of(goal.values.begin(), goal.values.end(),
                       [&](const KeptValue& kept) { return is_same(value_at(whole, kept.path), kept.value, budget); });
  }
  for (const Map* problem : problems(outcome, goal.code)) {
    if (!has_words(text_of(*problem, "message"), goal.words)) continue;
    if (!goal.place) return true;
    const std::optional<Place> now = place_of(*problem, subject);
    if (!now || !place || now->path != place->path) continue;
    const bool meets = (now->begin < place->end && place->begin < now->end) ||
                       (now->begin == place->begin && (now->begin == now->end || place->begin == place->end)) ||
                       (now->begin == now->end && place->begin <= now->begin && now->begin <= place->end);
    if (!meets) continue;
    if (found != nullptr) *found = now;
    return true;
  }
  return false;
}

}  // namespace evalground::shrinking
