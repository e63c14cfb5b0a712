// Answers a request: reads the wish, searches, and describes what was found in words and as edits.
#include "change/change.hpp"

#include "change/describe.hpp"
#include "change/shown_at.hpp"
#include "change/why.hpp"
#include "value/json.hpp"

namespace evalground::changing {
namespace {

using shrinking::natural_number;

// {path, now?} of the value that the result shows at a place of a text, {file, offset}.
Map shown_value(const Value& at, const Search& search, const Dialect& dialect, Budget& budget) {
  const Value* file = at.is_map() ? at.as_map().find("file") : nullptr;
  if (file == nullptr || !file->is_string()) throw Error("bad-request", "A place needs a `file` and an `offset`.");
  const std::uint64_t offset = natural_number(at.as_map(), "offset", 0);
  const std::uint32_t text = search.subject().text(file->as_string());
  List path;
  if (text != shrinking::no_text) {
    path = shown_at(search.outcome(), file->as_string(), search.subject().texts()[text].content, offset, budget);
  }
  // The whole of a query has the value, wherever that comes from.
  const bool is_query = std::string_view(dialect.description().main.language) == "expression";
  if (path.empty() && is_query && search.outcome().contains("value")) path = {Value::string("value")};
  if (path.empty()) throw Error("nothing-to-change", "The result shows no value of this line.");
  const Map request{{"path", Value::list(std::move(path))}, {"to", Value::null()}};
  const Wish wish = wish_of(request, search.outcome(), budget);
  Map result{{"ok", Value::boolean(true)}, {"path", Value::list(wish.path)}};
  if (!wish.is_secret) result.set("now", wish.now);
  return result;
}

Map change(const Map& request, const Map& workspace, const Dialect& dialect, shrinking::Evaluate evaluate, Host& host,
           Budget& budget) {
  Bounds bounds = bounds_of(request);
  bounds.has_conditions = !request.contains("at");
  Search search(workspace, dialect, evaluate, host, bounds, budget);
  if (const Value* at = request.find("at")) return shown_value(*at, search, dialect, budget);
  const Wish wish = wish_of(request, search.outcome(), budget);
  Map result{{"ok", Value::boolean(true)}, {"path", Value::list(wish.path)}};
  if (!wish.is_secret) result.set("now", wish.now);
  result.set("to", wish.to);
  List candidates;
  if (wish.is_secret || !is_equal(wish.now, wish.to, budget)) {
    for (const Candidate& one : search.run(wish)) candidates.push_back(candidate_value(one, search));
  }
  result.set("candidates", Value::list(std::move(candidates)));
  add_effort(result, search);
  return result;
}

}  // namespace

std::string answer(const Value& request, FindDialect find, shrinking::Evaluate evaluate, Host& host) {
  Limits limits;
  limits.steps = 1ULL << 40;
  limits.output = 1ULL << 40;
  Budget budget(limits);
  const Map& map = request.is_map() ? request.as_map() : Map();
  const Value* asked = map.find("why");
  const Value* workspace = asked != nullptr ? asked : map.find("change");
  if (workspace == nullptr || !workspace->is_map()) {
    throw Error("bad-request", "A request needs a workspace under `change` or `why`.");
  }
  const Dialect* dialect = dialect_for(*workspace, find);
  if (dialect == nullptr) throw Error("bad-request", "The workspace names an unknown dialect.");
  const auto find_answer = asked != nullptr ? why : change;
  return write_json(Value::map(find_answer(map, workspace->as_map(), *dialect, evaluate, host, budget)), budget);
}

}  // namespace evalground::changing
