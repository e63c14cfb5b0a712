// Answers a request to change a value: reads the wish, searches, and describes what was found in words and as edits.
#include "change/change.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "change/search.hpp"
#include "change/shown_at.hpp"
#include "value/json.hpp"

namespace evalground::changing {
namespace {

using shrinking::natural_number;

Value number(std::uint64_t value) {
  return Value::integer(static_cast<std::int64_t>(value));
}

std::string_view word_of(Reason reason) {
  switch (reason) {
    case Reason::origin: return "origin";
    case Reason::override: return "override";
    case Reason::inverse: return "inverse";
    case Reason::choice: return "choice";
    case Reason::replace: return "replace";
  }
  return {};
}

// "inputs.host"
std::string dotted(const List& path) {
  std::string text;
  for (const Value& part : path) {
    const bool is_index = part.kind() == Kind::integer;
    const std::string own = scalar_text(part).value_or("?");
    text += is_index ? "[" + own + "]" : (text.empty() ? "" : ".") + own;
  }
  return text;
}

class Describer {
 public:
  explicit Describer(Search& search) : search_(search) {}

  Value candidate(const Candidate& candidate) {
    List others;
    for (const Consequence& one : candidate.others) others.push_back(consequence(one));
    Map map{{"kind", Value::string(word_of(candidate.proposal.reason))},
            {"title", Value::string(title(candidate))},
            {"reason", Value::string(reason(candidate.proposal))},
            {"edits", Value::list()},
            {"changes", Value::list()},
            {"others", Value::list(std::move(others))}};
    if (candidate.edit.file.empty()) {
      map.set("changes", Value::list({Value::map({{"path", Value::string(pointer_of(candidate.edit.path, 0))},
                                                  {"value", candidate.edit.value}})}));
    } else {
      map.set("edits", Value::list({edit(candidate.edit)}));
    }
    return Value::map(std::move(map));
  }

 private:
  // The place by its file and line, or as a part of the workspace.
  std::string title(const Candidate& candidate) {
    const Edit& edit = candidate.edit;
    if (edit.file.empty()) return "Set " + dotted(edit.path) + " of the workspace";
    const std::size_t line = line_of(edit);
    const bool adds = candidate.proposal.reason == Reason::override &&
                      search_.places().value(candidate.proposal.place).is_undefined();
    if (edit.creates) return "Create " + edit.file;
    return (adds ? "Add " + quote(dotted({candidate.proposal.place.path.back()})) + " in " : "Change ") + edit.file +
           ", line " + std::to_string(line);
  }

  std::string reason(const Proposal& proposal) const {
    switch (proposal.reason) {
      case Reason::origin: return "The value is written here.";
      case Reason::override:
        return proposal.level.empty() ? "A value here wins over the place where it is written."
                                      : "A value for " + proposal.level + " wins over the place where it is written.";
      case Reason::inverse: return "The value is computed from this one.";
      case Reason::choice: return "This value decides which one it is.";
      case Reason::replace: return "The value takes the place of the expression.";
    }
    return {};
  }

  std::size_t line_of(const Edit& edit) const {
    const std::string_view before = text_of(edit).substr(0, edit.begin);
    const bool begins_line = edit.text.starts_with('\n');
    return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + (begins_line ? 2 : 1);
  }

  std::string_view text_of(const Edit& edit) const {
    const std::uint32_t number = search_.subject().text(edit.file);
    return number == shrinking::no_text ? std::string_view() : search_.subject().texts()[number].content;
  }

  Value edit(const Edit& edit) const {
    const std::string_view text = text_of(edit);
    Map map{{"file", Value::string(edit.file)},
            {"from", number(count_utf16_units(text.substr(0, edit.begin)))},
            {"to", number(count_utf16_units(text.substr(0, edit.end)))},
            {"line", number(line_of(edit))},
            {"text", Value::string(edit.text)}};
    if (edit.creates) map.set("creates", Value::boolean(true));
    return Value::map(std::move(map));
  }

  static Value consequence(const Consequence& one) {
    Map map{{"path", Value::list(one.path)}};
    if (!one.before.is_undefined()) map.set("before", one.before);
    if (!one.after.is_undefined()) map.set("after", one.after);
    return Value::map(std::move(map));
  }

  Search& search_;
};

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

std::string answer_of(const Map& request, const Map& workspace, const Dialect& dialect, shrinking::Evaluate evaluate,
                      Host& host, Budget& budget) {
  const Bounds bounds{.trials = natural_number(request, "trials", Bounds().trials),
                      .time_ms = static_cast<std::uint32_t>(natural_number(request, "time_ms", Bounds().time_ms))};
  Search search(workspace, dialect, evaluate, host, bounds, budget);
  if (const Value* at = request.find("at")) {
    return write_json(Value::map(shown_value(*at, search, dialect, budget)), budget);
  }
  const Wish wish = wish_of(request, search.outcome(), budget);
  Map result{{"ok", Value::boolean(true)}, {"path", Value::list(wish.path)}};
  if (!wish.is_secret) result.set("now", wish.now);
  result.set("to", wish.to);
  List candidates;
  if (wish.is_secret || !is_equal(wish.now, wish.to, budget)) {
    Describer describer(search);
    for (const Candidate& one : search.run(wish)) candidates.push_back(describer.candidate(one));
  }
  result.set("candidates", Value::list(std::move(candidates)));
  result.set("trials", number(search.trials()));
  result.set("untried", number(search.untried()));
  result.set("ms", Value::real(search.milliseconds()));
  if (search.bound() != shrinking::Bound::none)
    result.set("bound", Value::string(shrinking::bound_name(search.bound())));
  return write_json(Value::map(std::move(result)), budget);
}

}  // namespace

std::string answer(const Value& request, FindDialect find, shrinking::Evaluate evaluate, Host& host) {
  Limits limits;
  limits.steps = 1ULL << 40;
  limits.output = 1ULL << 40;
  Budget budget(limits);
  const Value* workspace = request.is_map() ? request.as_map().find("change") : nullptr;
  if (workspace == nullptr || !workspace->is_map()) {
    throw Error("bad-request", "A request needs a workspace under `change`.");
  }
  const Dialect* dialect = dialect_for(*workspace, find);
  if (dialect == nullptr) throw Error("bad-request", "The workspace names an unknown dialect.");
  return answer_of(request.as_map(), workspace->as_map(), *dialect, evaluate, host, budget);
}

}  // namespace evalground::changing
