// The engine tells each condition of a run and what it decided about (runtime/decisions.hpp). Here the ones that
// dropped what is asked about are found, told in words, and turned by changes that were tried.
#include "change/why.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "change/conditions.hpp"
#include "change/describe.hpp"
#include "change/turns.hpp"
#include "runtime/decisions.hpp"
#include "shrink/goal.hpp"
#include "value/members.hpp"

namespace evalground::changing {
namespace {

constexpr std::size_t most_reasons = 5;
constexpr std::size_t most_candidates = 3;  // for one reason
constexpr std::size_t most_values = 5;
constexpr std::size_t most_parts = 1000;  // of a path
constexpr std::size_t most_names = 20;

// A line of a text, from 1.
struct Line {
  std::string file;
  std::uint64_t number;
};

// "page.j2:5" or "page.j2:5:3". A file may have colons in its name: a known one is preferred.
std::optional<Line> line_of(const std::string& path, const shrinking::Subject& subject) {
  std::optional<Line> unknown;
  for (std::size_t colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1)) {
    const std::string_view rest = std::string_view(path).substr(colon + 1);
    const auto number = parse_integer(rest.substr(0, rest.find(':')));
    Line line{path.substr(0, colon), number && number.value >= 0 ? static_cast<std::uint64_t>(number.value) : 0};
    if (!number || line.file.empty()) continue;
    if (subject.text(line.file) != shrinking::no_text) return line;
    if (!unknown) unknown = std::move(line);
  }
  return unknown;
}

// Throws for a line that the workspace does not have.
void require_line(const Line& line, const shrinking::Subject& subject) {
  const std::uint32_t number = subject.text(line.file);
  if (number == shrinking::no_text) {
    std::vector<std::string_view> names;
    for (const auto& text : subject.texts()) names.push_back(text.path);
    const auto nearest = nearest_name(line.file, names);
    throw Error("nothing-to-change", "The workspace has no text " + quote(line.file, 80) + "." +
                                         (nearest ? " Did you mean " + quote(*nearest, 80) + "?" : ""));
  }
  const std::string_view text = subject.texts()[number].content;
  const auto breaks = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  const std::uint64_t lines = breaks + (text.empty() || text.ends_with('\n') ? 0 : 1);
  if (line.number == 0 || line.number > lines) {
    throw Error("nothing-to-change", quote(line.file, 80) + " has " + std::to_string(lines) +
                                         (lines == 1 ? " line" : " lines") + ", and no line " +
                                         std::to_string(line.number) + ".");
  }
}

// Without the key of the workspace, which names of inputs have or have not: `data.a`, `$.a` and `a` are one.
List bare(List path) {
  for (const std::string_view key : {"data", "vars", "inputs", "resources", "value", "outputs"}) {
    if (path.size() > 1 && path.front().is_text(key)) {
      path.erase(path.begin());
      break;
    }
  }
  return path;
}

bool begins_with(const List& path, const List& start) {
  return start.size() <= path.size() &&
         pointer_of(List(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(start.size())), 0) ==
             pointer_of(start, 0);
}

bool ends_with(const List& path, const List& end) {
  return end.size() <= path.size() && pointer_of(path, path.size() - end.size()) == pointer_of(end, 0);
}

class Answer {
 public:
  Answer(const Map& request, Search& search, Budget& budget)
      : request_(request),
        search_(search),
        budget_(budget),
        conditions_(conditions_of(search.outcome())),
        origins_(search.outcome(), search.places()) {}

  Map run() {
    const Value* written = request_.find("path");
    if (written == nullptr || !(written->is_string() || written->is_list())) {
      throw Error("bad-request", "The question needs the `path` of a value.");
    }
    if (written->is_string() ? trim(written->as_string()).empty() : written->as_list().empty()) {
      throw Error("bad-request", "The path is empty. Name a value, an item of the data, or a line such as page.j2:5.");
    }
    Map answer{{"ok", Value::boolean(true)}};
    std::vector<const Condition*> found;
    find_line(*written);
    if (line_) {
      require_line(*line_, search_.subject());
      answer.set("path", *written);
      found = on_line();
    } else {
      path_ = full_path(written->is_list() ? written->as_list() : shrinking::read_path(written->as_string()),
                        search_.outcome());
      if (path_.size() > most_parts) throw Error("bad-request", "The path has more than 1,000 parts.");
      answer.set("path", Value::list(path_));
      const Value now = value_of(search_.outcome(), path_);
      if (!now.is_undefined()) answer.set("now", now);
      found = outermost(about_path());
      if (!now.is_undefined()) {
        add_way(found);
      } else if (found.empty()) {
        tell_absent(answer);
      }
    }
    add_named(conditions_, found, most_reasons, search_.places(), budget_);
    answer.set("asks", asked());
    List reasons;
    for (const Condition* condition : found) {
      if (reasons.size() < most_reasons) reasons.push_back(reason(*condition));
    }
    answer.set("reasons", Value::list(std::move(reasons)));
    answer.set("candidates", Value::list(for_false()));
    add_effort(answer, search_);
    List notes = list_member(answer, "notes");
    const std::string failure = failure_of(search_.outcome());
    if (!failure.empty()) notes.push_back(Value::string(failure.substr(1)));
    if (is_set_member(search_.outcome(), "decisionsEnd")) {
      notes.push_back(Value::string("The run had more conditions than are recorded (" +
                                    std::to_string(Decisions::most) + "); the later ones were not looked at."));
    }
    if (!notes.empty()) answer.set("notes", Value::list(std::move(notes)));
    return answer;
  }

 private:
  // A path of the result may look like a line: it is preferred.
  void find_line(const Value& written) {
    if (!written.is_string()) return;
    const std::string path(written.as_string());
    const auto line = line_of(path, search_.subject());
    if (!line) return;
    const bool is_file = search_.subject().text(line->file) != shrinking::no_text;
    const List full = full_path(path_of_name(path), search_.outcome());
    if (is_file || value_of(search_.outcome(), full).is_undefined()) line_ = line;
  }

  // ---- Conditions that dropped what is asked about.

  std::vector<const Condition*> on_line() {
    std::vector<const Condition*> found;
    const std::string_view text = search_.places().text(line_->file).value_or("");
    std::size_t begin = 0;
    for (std::uint64_t line = 1; line < line_->number && begin < text.size(); ++line) {
      begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    }
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::uint64_t from = count_utf16_units(text.substr(0, begin));
    const std::uint64_t to = from + count_utf16_units(text.substr(begin, end - begin));
    locate(conditions_, {.file = line_->file, .from = from, .to = to}, search_.places());
    const std::vector<List> entries = search_.places().entries(line_->file, begin, end);
    const auto is_key_of = [&](const Condition& one) {
      if (entries.empty() || one.subject.file != line_->file) return false;
      const List path = subject_path(one);
      return std::any_of(entries.begin(), entries.end(), [&](const List& entry) {
        return !path.empty() && pointer_of(entry, 0) == pointer_of(path, 0);
      });
    };
    for (const Condition& one : conditions_) {
      const bool touches = one.subject.file == line_->file && one.subject.from <= to && from <= one.subject.to;
      const bool is_here = one.written.file == line_->file && one.written.from <= to && from <= one.written.to;
      if (!one.is_met() && (touches || is_here || is_key_of(one))) found.push_back(&one);
    }
    return found;
  }

  // The path of what a condition decided about: of an input, or in a document.
  List subject_path(const Condition& condition) {
    if (condition.subject.file.empty()) return path_of_name(condition.subject.name);
    Places& places = search_.places();
    const std::string_view text = places.text(condition.subject.file).value_or("");
    const std::uint32_t begin = shrinking::byte_at(text, condition.subject.from);
    // A map begins where its first key does.
    auto place = places.at(condition.subject.file, begin);
    if (!place) place = places.mapping_around(condition.subject.file, begin);
    return place ? place->path : List();
  }

  // Where the value itself is written, if it is in the result: an item that a condition dropped elsewhere.
  Stretch place_of_value() const {
    const std::vector<Step> steps = origins_.of(path_);
    if (steps.empty()) return {};
    const Step& step = steps.front();
    const std::string_view text = search_.places().text(step.file).value_or("");
    return {.file = step.file, .from = count_utf16_units(text.substr(0, step.begin)), .name = step.name};
  }

  std::vector<const Condition*> about_path() {
    std::vector<const Condition*> found;
    const List own = bare(path_);
    const Stretch place = place_of_value();
    for (const Condition& one : conditions_) {
      budget_.step();
      if (one.is_met()) continue;
      const bool is_place = one.is_item && !(place.file.empty() && place.name.empty()) && one.subject.begins_as(place);
      if (is_place) found.push_back(&one);
      if (is_place) continue;
      const List subject = bare(subject_path(one));
      if (subject.empty()) continue;
      const bool is_within = begins_with(own, subject) || (one.is_item && begins_with(subject, own));
      if (is_within || (own.size() < subject.size() && ends_with(subject, own))) found.push_back(&one);
    }
    return found;
  }

  // Without conditions on a part of what the same condition text decided about.
  static std::vector<const Condition*> outermost(const std::vector<const Condition*>& all) {
    std::vector<const Condition*> found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found), [&](const Condition* one) {
      return std::none_of(all.begin(), all.end(), [&](const Condition* other) {
        return other != one && other->where.begins_as(one->where) && !other->subject.file.empty() &&
               other->subject.contains(one->subject) && !one->subject.contains(other->subject);
      });
    });
    return found;
  }

  // Conditions in the texts that computed a value.
  void add_way(std::vector<const Condition*>& found) {
    each_step(path_, origins_, budget_, [&](const Step& step) {
      const Stretch computed = computed_by(step, search_.places());
      locate(conditions_, computed, search_.places());
      for (const Condition& one : conditions_) {
        if (one.is_met() || !is_within(one, computed)) continue;
        if (std::find(found.begin(), found.end(), &one) == found.end()) found.push_back(&one);
      }
    });
  }

  // ---- What is told.

  Value reason(const Condition& condition) {
    const List subject = subject_path(condition);
    const std::string name = subject.empty() ? std::string() : dotted(subject);
    std::string message = "`" + condition.text + "` " + (condition.holds ? "holds" : "does not hold");
    if (!name.empty() && (condition.is_item || path_.empty())) message += " for " + name;
    List values;
    std::string compared;
    for (const Condition::Read& read : condition.reads) {
      const bool is_subject = read.place == condition.subject.name;
      if (read.value.empty() || read.is_indirect || is_subject || values.size() == most_values) continue;
      const std::string shown = name_of_read(read.place);
      compared += (compared.empty() ? ": " : ", ") + shown + " is " + read.value;
      values.push_back(Value::map({{"name", Value::string(shown)}, {"value", Value::string(read.value)}}));
    }
    Map result{{"message", Value::string(message + compared + ".")},
               {"condition", Value::string(condition.text)},
               {"holds", Value::boolean(condition.holds)},
               {"subject", Value::string(name)},
               {"values", Value::list(std::move(values))}};
    const Stretch& written = condition.written;
    if (!written.file.empty()) {
      const auto number = [](std::uint64_t value) { return Value::integer(static_cast<std::int64_t>(value)); };
      const std::string_view text = search_.places().text(written.file).value_or("");
      const std::string_view before = text.substr(0, shrinking::byte_at(text, written.from));
      result.set("file", Value::string(written.file));
      result.set("from", number(written.from));
      result.set("to", number(written.to));
      result.set("line", number(1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'))));
    }
    List candidates;
    Turner turner(search_.outcome(), search_.subject(), search_.places(), listed_key(search_.outcome()), budget_);
    const Goal goal = [&](const Map& outcome, const Edit& edit) {
      return is_met_after(condition, outcome, search_.places(), edit);
    };
    for (const Candidate& one : search_.run(turner.proposals(condition), goal, most_candidates)) {
      candidates.push_back(candidate_value(one, search_));
    }
    result.set("candidates", Value::list(std::move(candidates)));
    return Value::map(std::move(result));
  }

  // "main.yaml:3:5" as the path of the value there.
  std::string name_of_read(const std::string& place) {
    for (const Step& step : origins_.read(place)) {
      if (step.file.empty()) return step.name;
      const auto node = search_.places().at(step.file, step.begin);
      if (node && !node->path.empty()) return dotted(node->path);
      break;
    }
    return place;
  }

  // Why there is no condition: an item of the data that none dropped, one that the data does not have, or a path that
  // ends.
  void tell_absent(Map& answer) {
    List own = path_;
    if (own.size() > 1 && own.front().is_text("data")) own.erase(own.begin());
    const Value* data = search_.subject().workspace().find("data");
    const Value item = data == nullptr ? Value() : shrinking::value_at(*data, own);
    const bool is_ok = is_set_member(search_.outcome(), "ok");
    if (is_ok && !item.is_undefined() && !own.empty()) return answer.set("dropped", Value::boolean(false));
    answer.set("missing", missing());
  }

  // Where the path ends, what is there, and the nearest name.
  Value missing() const {
    List known;
    Value holder;
    Value absent = path_.front();
    Map shown = search_.outcome();
    if (const Value* data = search_.subject().workspace().find("data")) shown.set("data", *data);
    for (const List& start :
         {List(), List{Value::string("value")}, List{Value::string("outputs")}, List{Value::string("variables")},
          List{Value::string("resources")}, List{Value::string("data")}}) {
      List path = start;
      path.insert(path.end(), path_.begin(), path_.end());
      for (std::size_t count = path.size() - 1; count > known.size(); --count) {
        const List begin(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(count));
        const Value there = value_of(shown, begin);
        if (there.is_undefined()) continue;
        known = begin;
        holder = there;
        absent = path[count];
      }
    }
    Map result{{"after", Value::string(dotted(known))}};
    List names;
    std::vector<std::string_view> texts;
    if (holder.is_map()) {
      for (const Map::Entry& entry : holder.as_map()) {
        if (entry.key.is_string()) texts.push_back(entry.key.as_string());
        if (names.size() < most_names) names.push_back(entry.key);
      }
    }
    if (holder.is_list()) result.set("items", Value::integer(static_cast<std::int64_t>(holder.as_list().size())));
    if (absent.is_string()) {
      if (const auto nearest = nearest_name(absent.as_string(), texts)) result.set("nearest", Value::string(*nearest));
    }
    result.set("names", Value::list(std::move(names)));
    return Value::map(std::move(result));
  }

  // Names that nothing defines.
  Value asked() const {
    List names;
    const Value* asks = search_.outcome().find("asks");
    if (asks == nullptr || !asks->is_list()) return Value::list();
    for (const Value& ask : asks->as_list()) {
      const Value* name = ask.is_map() ? ask.as_map().find("name") : nullptr;
      if (name != nullptr && names.size() < most_names) names.push_back(*name);
    }
    return Value::list(std::move(names));
  }

  // A false value can also be made true like any other one.
  List for_false() {
    List candidates;
    const Value now = line_ ? Value() : value_of(search_.outcome(), path_);
    if (now.kind() != Kind::boolean || now.as_boolean()) return candidates;
    const Wish wish{.path = path_, .to = Value::boolean(true), .now = now};
    for (const Candidate& one : search_.run(wish)) candidates.push_back(candidate_value(one, search_));
    return candidates;
  }

  const Map& request_;
  Search& search_;
  Budget& budget_;
  std::vector<Condition> conditions_;
  const Origins origins_;
  std::optional<Line> line_;
  List path_;
};

}  // namespace

Map why(const Map& request, const Map& workspace, const Dialect& dialect, shrinking::Evaluate evaluate, Host& host,
        Budget& budget) {
  Bounds bounds = bounds_of(request);
  bounds.has_conditions = true;
  Search search(workspace, dialect, evaluate, host, bounds, budget);
  return Answer(request, search, budget).run();
}

}  // namespace evalground::changing
