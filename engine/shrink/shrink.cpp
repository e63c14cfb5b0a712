// Answers a request to reduce or disguise a workspace: find the goal, reduce, disguise, and make the result complete.
//
// The result must reproduce the goal on another machine, and without secrets. So the clock and the seed stay only where
// the goal depends on them, an expectation is adapted to the smaller workspace, and secrets become nulls.
#include "shrink/shrink.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "runtime/outcome_parts.hpp"
#include "shrink/disguise.hpp"
#include "shrink/reducer.hpp"
#include "value/json.hpp"

namespace evalground::shrinking {
namespace {

constexpr std::uint32_t usual_time = 3000;
constexpr std::uint64_t most_trials = 1'000'000;

bool flag(const Map& request, std::string_view key) {
  const Value* value = request.find(key);
  return value != nullptr && value->kind() == Kind::boolean && value->as_boolean();
}

Value number(std::uint64_t value) {
  return Value::integer(static_cast<std::int64_t>(value));
}

// A description of the goal for people and programs.
Value described(const Goal& goal) {
  Map kept;
  if (!goal.code.empty()) {
    kept.set("code", Value::string(goal.code));
    if (goal.place) kept.set("file", Value::string(goal.place->path));
    return Value::map(std::move(kept));
  }
  List paths;
  for (const KeptValue& value : goal.values) paths.push_back(Value::list(value.path));
  kept.set("paths", Value::list(std::move(paths)));
  if (goal.is_difference) kept.set("difference", Value::boolean(true));
  return Value::map(std::move(kept));
}

// A value with another one at the end of a way that is there.
// Parts that are not there are left alone: the result has the structure of the value.
Value replaced_at(const Value& value, const List& path, std::size_t level, const Value& instead, Budget& budget) {
  const Depth depth = budget.enter();
  if (level == path.size()) return instead;
  if (value.is_map()) {
    Map map = value.as_map();
    if (const Value* item = value.as_map().find(path[level]))
      map.set(path[level], replaced_at(*item, path, level + 1, instead, budget));
    return Value::map(std::move(map));
  }
  if (value.is_list() && path[level].kind() == Kind::integer) {
    List list = value.as_list();
    const auto index = static_cast<std::size_t>(path[level].as_integer());
    if (index < list.size()) list[index] = replaced_at(list[index], path, level + 1, instead, budget);
    return Value::list(std::move(list));
  }
  return value;
}

// What a smaller workspace is expected to give: what differed still differs, all else is as it comes.
// For a workspace with a wrong result: where it differed, the expectation stays as it was, and everything around
// becomes what the smaller workspace gives.
Map with_expectation(Map workspace, const Goal& goal, const Map& outcome, Budget& budget) {
  const Value* expect = workspace.find("expect");
  if (expect == nullptr || !expect->is_map() || !goal.is_difference) return workspace;
  const Value before = *expect;
  Value now = Value::map();
  for (const KeptValue& kept : goal.values) {
    const Value& root = kept.path[0];
    const bool has_entries =
        root.as_string() == "outputs" || root.as_string() == "variables" || root.as_string() == "files";
    List head(kept.path.begin(), kept.path.begin() + (has_entries ? 2 : 1));
    if (value_at(now, head).is_undefined()) {
      const Value came = value_at(Value::map(outcome), head);
      if (has_entries) {
        const Value* entries = now.as_map().find(root);
        Map map = entries != nullptr ? entries->as_map() : Map();
        map.set(head[1], came.is_undefined() ? Value::null() : came);
        now.edit_map().set(root, Value::map(std::move(map)));
      } else {
        now.edit_map().set(root, came.is_undefined() ? Value::null() : came);
      }
    }
    now = replaced_at(now, kept.path, 0, value_at(before, kept.path), budget);
  }
  workspace.set("expect", now);
  return workspace;
}

// The workspace needs the instant and the seed where it does not give the same without them.
// Most results do not depend on the time, and a workspace without a clock is shorter and easier to read.
Map with_needed_chance(Map workspace, const Reducer& reducer, const Goal& goal, const Trials& trials,
                       const Dialect& dialect, Budget& budget) {
  if (workspace.contains("clock") && workspace.contains("seed")) return workspace;
  const Map outcome = trials.uncounted(workspace);
  const Subject subject(workspace, main_path_of(dialect, workspace));
  if (is_reached(goal, reducer.goal().place, subject, outcome, budget)) return workspace;
  return with_fixed_chance(std::move(workspace));
}

// A goal that is an exceeded limit needs all limits in its trials as well.
std::string answer_of(const Map& request, const Map& workspace, const Languages& languages, Trials& trials,
                      Budget& budget) {
  const bool shrinks = request.contains("shrink");
  const Map outcome = trials.first(workspace);
  const Subject subject(workspace, main_path_of(languages.dialect, workspace));
  const Goal goal = goal_of(request, subject, outcome, budget);
  if (goal.code.starts_with("limit-")) trials.keep_limits();
  Reducer reducer(workspace, languages.dialect, goal, trials, budget);
  if (shrinks) reducer.run(outcome);
  Map result = reducer.workspace();
  Map answer{{"ok", Value::boolean(true)}};
  Goal reached = reducer.goal();
  if (!shrinks || flag(request, "disguise")) {
    Disguised disguised = disguise(result, languages, reached, trials, flag(request, "lengths"), budget);
    result = std::move(disguised.workspace);
    reached = std::move(disguised.goal);
    answer.set("names", Value::map(std::move(disguised.names)));
    answer.set("stayed", Value::list(std::move(disguised.stayed)));
  }
  result = with_needed_chance(std::move(result), reducer, reached, trials, languages.dialect, budget);
  if (goal.is_difference) {
    const Map now = trials.uncounted(with_fixed_chance(result));
    result = with_expectation(std::move(result), reached, now, budget);
  }
  result = without_secrets(std::move(result));
  const std::size_t after = size_of(result, budget);
  answer.set("workspace", Value::map(std::move(result)));
  answer.set("kept", described(reached));
  answer.set("before", number(size_of(workspace, budget)));
  answer.set("after", number(after));
  answer.set("trials", number(trials.count()));
  answer.set("ms", Value::real(trials.milliseconds()));
  answer.set("minimal", Value::boolean(shrinks && trials.bound() == Bound::none));
  if (trials.bound() != Bound::none) answer.set("bound", Value::string(bound_name(trials.bound())));
  Limits room;
  room.output = 64ULL << 20;
  Budget closing(room);
  return write_json(Value::map(std::move(answer)), closing);
}

}  // namespace

std::string answer(const Value& request, FindDialect find, Evaluate evaluate, Host& host) {
  // Work of its own: candidates are written and read again and again.
  Limits limits;
  limits.steps = 1ULL << 40;
  limits.output = 1ULL << 40;
  Budget budget(limits);
  if (!request.is_map()) throw Error("bad-request", "A request must be a map.");
  const Value* shrunk = request.as_map().find("shrink");
  const Value* workspace = shrunk != nullptr ? shrunk : request.as_map().find("disguise");
  if (workspace == nullptr || !workspace->is_map())
    throw Error("bad-request", "A request needs a workspace under `shrink` or `disguise`.");
  const Dialect* dialect = dialect_for(*workspace, find);
  if (dialect == nullptr) throw Error("bad-request", "The workspace names an unknown dialect.");
  try {
    const std::string_view embedded = dialect->description().embeds;
    const Dialect* within = embedded.empty() ? nullptr : find(embedded, Map());
    const Map& asked = request.as_map();
    const std::uint64_t time = natural_number(asked, "time_ms", asked.contains("trials") ? 0 : usual_time);
    Trials trials(evaluate, host, natural_number(asked, "trials", most_trials), static_cast<std::uint32_t>(time));
    return answer_of(asked, workspace->as_map(), {*dialect, within}, trials, budget);
  } catch (const Error& error) {
    if (error.diagnostic.code == "bad-request") throw;
    Diagnostic diagnostic = error.diagnostic;
    diagnostic.where = 0;
    const Sources none;
    return "{\"ok\":false,\"diagnostics\":" + write_json(Value::list({diagnostic_value(diagnostic, none)}), budget) +
           "}";
  }
}

}  // namespace evalground::shrinking
