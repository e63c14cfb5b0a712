#include "change/search.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text/text.hpp"
#include "value/json.hpp"
#include "value/members.hpp"

namespace evalground::changing {

using shrinking::Bound;

namespace {

constexpr std::size_t most_others = 200;

// How often each error is in an outcome, by its code and message.
std::unordered_map<std::string, std::size_t> errors_of(const Map& outcome) {
  std::unordered_map<std::string, std::size_t> errors;
  for (const Value& one : list_member(outcome, "diagnostics")) {
    if (!one.is_map() || text_member(one.as_map(), "severity") != "error") continue;
    ++errors[std::string(text_member(one.as_map(), "code")) + " " + std::string(text_member(one.as_map(), "message"))];
  }
  return errors;
}

// The lines of a text as a list.
Value lines_of(const Value& text) {
  List lines;
  for (const std::string_view line : Split(text.as_string(), "\n")) lines.push_back(Value::string(line));
  return Value::list(std::move(lines));
}

std::string key_of(const Edit& edit, Budget& budget) {
  if (edit.file.empty()) return pointer_of(edit.path, 0) + "=" + write_json(edit.value, budget);
  return edit.file + ":" + std::to_string(edit.begin) + ":" + std::to_string(edit.end) + "=" + edit.text;
}

}  // namespace

Bounds bounds_of(const Map& request) {
  using shrinking::natural_number;
  return {.trials = natural_number(request, "trials", Bounds().trials),
          .time_ms = static_cast<std::uint32_t>(natural_number(request, "time_ms", Bounds().time_ms))};
}

Search::Search(const Map& workspace, const Dialect& dialect, shrinking::Evaluate evaluate, Host& host, Bounds bounds,
               Budget& budget)
    : dialect_(dialect),
      evaluate_(evaluate),
      host_(host),
      bounds_(bounds),
      budget_(budget),
      workspace_(shrinking::with_fixed_chance(workspace)),
      subject_(workspace_, dialect.description().main.path),
      places_(subject_, budget),
      outcome_(evaluated(workspace_, true)),
      elsewhere_(dialect.elsewhere(workspace_)) {}

double Search::milliseconds() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

// The evaluation of the workspace itself is not a trial.
bool Search::is_over() {
  if (bound_ != Bound::none) return true;
  if (count_ >= bounds_.trials) bound_ = Bound::trials;
  if (bounds_.time_ms != 0 && milliseconds() >= bounds_.time_ms) bound_ = Bound::time;
  if (host_.cancelled()) bound_ = Bound::stop;
  return bound_ != Bound::none;
}

// A secret value is revealed for the comparison, and shown nowhere. One beside the result cannot be revealed, so no
// change of it is found.
Map Search::evaluated(const Map& workspace, bool has_origins) {
  Map options{{"maskVaults", Value::boolean(true)}};
  // A wish is judged by its value.
  if (bounds_.has_conditions && wish_ == nullptr) options.set("decisions", Value::boolean(true));
  if (has_origins) options.set("provenance", Value::boolean(true));
  // The outline finds names that nothing defines, such as that of `{{ host | default('x') }}`.
  if (has_origins && bounds_.has_conditions) options.set("outline", Value::boolean(true));
  const bool is_of_result = wish_ != nullptr && (wish_->path[0].is_text("value") || wish_->path[0].is_text("outputs"));
  if (is_of_result && wish_->is_secret) {
    options.set("reveal", Value::list(List(wish_->path.begin() + 1, wish_->path.end())));
  }
  if (bounds_.time_ms != 0) options.set("timeMs", Value::integer(bounds_.time_ms));
  return evaluate_(workspace, options, host_);
}

std::vector<Candidate> Search::run(const Wish& wish) {
  wish_ = &wish;
  goal_ = [&](const Map& outcome, const Edit&) { return is_equal(value_of(outcome, wish.path), wish.to, budget_); };
  Proposer proposer(wish, outcome_, subject_, places_, budget_);
  const std::vector<SettingPlace> settings = dialect_.setting_places(workspace_, outcome_, wish.path);
  if (!settings.empty()) {
    // What the outcome tells of a variable, such as its level, belongs to the wish.
    own_path_.assign(settings[0].whole.begin(), settings[0].whole.end() - 1);
  } else {
    own_path_ = wish.path;
  }
  proposer.add_settings(settings);
  for (const Proposal& proposal : proposer.all()) {
    if (proposal.is_probe) {
      probe(proposal);
    } else {
      attempt_both(proposal);
    }
  }
  return sorted();
}

std::vector<Candidate> Search::run(const std::vector<Proposal>& proposals, Goal goal, std::size_t most) {
  wish_ = nullptr;
  goal_ = std::move(goal);
  own_path_.clear();
  tried_.clear();
  for (const Proposal& proposal : proposals) {
    if (found_.size() >= most) break;
    attempt_both(proposal);
  }
  return sorted();
}

// An expression that gives way to a value is lost, so that comes last.
std::vector<Candidate> Search::sorted() {
  std::stable_sort(found_.begin(), found_.end(), [](const Candidate& a, const Candidate& b) {
    const bool is_a_last = a.proposal.reason == Reason::replace;
    const bool is_b_last = b.proposal.reason == Reason::replace;
    if (is_a_last != is_b_last) return is_b_last;
    if (a.others.size() != b.others.size()) return a.others.size() < b.others.size();
    return a.proposal.distance < b.proposal.distance;
  });
  return std::exchange(found_, {});
}

// The outcome with that edit; nothing once a bound is reached.
std::optional<Map> Search::trial(const Edit& edit) {
  if (is_over()) {
    ++untried_;
    return std::nullopt;
  }
  ++count_;
  return evaluated(places_.workspace_with(edit), false);
}

// Sets another number, and proposes the one that follows from what that gave.
void Search::probe(const Proposal& proposal) {
  const std::optional<Edit> edit = places_.set(proposal.place, proposal.to);
  const std::optional<Map> outcome = edit ? trial(*edit) : std::nullopt;
  if (!outcome) return;
  Proposal solved = proposal;
  solved.to =
      number_for(places_.value(proposal.place), proposal.to, wish_->now, value_of(*outcome, wish_->path), wish_->to);
  if (!solved.to.is_undefined()) attempt_both(solved);
}

void Search::attempt_both(const Proposal& proposal) {
  attempt(proposal);
  const std::optional<Value> parameter = parameter_of(proposal);
  if (!parameter) return;
  for (const SettingPlace& setting : dialect_.input_places(workspace_, *parameter)) {
    Proposal input = proposal;
    input.place = place_of(setting);
    input.reason = Reason::override;
    input.level = setting.level;
    attempt(input);
  }
}

void Search::attempt(const Proposal& proposal) {
  const std::optional<Edit> edit = places_.set(proposal.place, proposal.to);
  if (!edit || !tried_.insert(key_of(*edit, budget_)).second) return;
  // Where several values would do, the first one is enough.
  const bool is_any = proposal.reason == Reason::choice || proposal.reason == Reason::condition;
  const bool is_known = is_any && std::any_of(found_.begin(), found_.end(), [&](const Candidate& one) {
                          return is_same_place(one.proposal.place, proposal.place);
                        });
  if (is_known) return;
  const std::optional<Map> outcome = trial(*edit);
  if (!outcome || !goal_(*outcome, *edit) || has_new_problem(*outcome)) return;
  // Revealed for the wish, a path may be that of another secret in another part.
  const bool is_secret = wish_ != nullptr && wish_->is_secret;
  // A secret that the edit would make public is no candidate.
  const Map shown = is_secret
                        ? evaluate_(places_.workspace_with(*edit),
                                    {{"provenance", Value::boolean(true)}, {"maskVaults", Value::boolean(true)}}, host_)
                        : *outcome;
  if (is_secret && !is_redacted(shown, wish_->path)) return;
  std::vector<Consequence> others = consequences(shown);
  add_elsewhere(places_.workspace_with(*edit), others);
  found_.push_back({proposal, *edit, std::move(others)});
}

bool Search::has_new_problem(const Map& outcome) const {
  const Value* ok = outcome.find("ok");
  const Value* was_ok = outcome_.find("ok");
  if (ok == nullptr || was_ok == nullptr || (was_ok->as_boolean() && !ok->as_boolean())) return true;
  const auto before = errors_of(outcome_);
  const auto after = errors_of(outcome);
  return std::any_of(after.begin(), after.end(), [&](const auto& error) {
    const auto known = before.find(error.first);
    return known == before.end() || known->second < error.second;
  });
}

// Outputs may also be the value. A text may be the value too, or the reports, which are told as what the wish is about.
bool Search::is_told_elsewhere(std::string_view part) const {
  if (part == "outputs") return outcome_.contains("value");
  if (!outcome_.contains("text")) return false;
  if (part == "value") return outcome_.find("value") != nullptr && outcome_.find("value")->is_string();
  const bool is_for_reports = !own_path_.empty() && own_path_[0].is_text("reports");
  return outcome_.contains("reports") && part == (is_for_reports ? "text" : "reports");
}

void Search::add_consequences(const Value& before, const Value& after, std::string_view part,
                              std::vector<Consequence>& found) {
  for (Consequence& one : differences(before, after, most_others - std::min(found.size(), most_others), budget_)) {
    one.path.insert(one.path.begin(), Value::string(part));
    found.push_back(std::move(one));
  }
}

// A text is compared line by line.
std::vector<Consequence> Search::consequences(const Map& outcome) {
  std::vector<Consequence> found;
  for (const std::string_view part : {"value", "text", "outputs", "variables", "resources", "reports", "matches"}) {
    const Value* before = outcome_.find(part);
    const Value* after = outcome.find(part);
    if (before == nullptr && after == nullptr) continue;
    if (is_told_elsewhere(part)) continue;
    Value old_value = before == nullptr ? Value() : *before;
    Value new_value = after == nullptr ? Value() : *after;
    if (part == "text" && old_value.is_string() && new_value.is_string()) {
      old_value = lines_of(old_value);
      new_value = lines_of(new_value);
    }
    add_consequences(old_value, new_value, part, found);
  }
  if (own_path_.empty()) return found;
  // Outputs that are also the value are told as the value.
  List own_path = own_path_;
  if (own_path[0].is_text("outputs") && is_told_elsewhere("outputs")) own_path[0] = Value::string("value");
  const std::string wished = pointer_of(own_path, 0);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&](const Consequence& one) {
                               const std::string own = pointer_of(one.path, 0);
                               return own == wished || own.starts_with(wished + "/");
                             }),
              found.end());
  return found;
}

// A host whose files cannot be read is left out. A person must know that its values were not compared.
void Search::note_elsewhere(const Map& outcome) {
  const Value* value = outcome.find("value");
  if (value == nullptr) notes_.push_back("Values beside this result were not compared." + failure_of(outcome));
  const List& failed = value != nullptr && value->is_map() ? list_member(value->as_map(), "failed") : List();
  std::string names;
  for (const Value& name : failed) names += (names.empty() ? "" : ", ") + scalar_text(name).value_or("?");
  if (!names.empty()) notes_.push_back("Hosts that could not be evaluated, and were not compared: " + names + ".");
}

void Search::add_elsewhere(const Map& workspace, std::vector<Consequence>& found) {
  if (elsewhere_.workspace.empty() || is_over()) return;
  const auto value_elsewhere = [&](const Map& own) {
    Map options{{"maskVaults", Value::boolean(true)}};
    if (bounds_.time_ms != 0) options.set("timeMs", Value::integer(bounds_.time_ms));
    return evaluate_(own, options, host_);
  };
  if (!outcome_elsewhere_) {
    outcome_elsewhere_ = value_elsewhere(elsewhere_.workspace);
    note_elsewhere(*outcome_elsewhere_);
  }
  const Map outcome = value_elsewhere(dialect_.elsewhere(workspace).workspace);
  const Value* before = outcome_elsewhere_->find("value");
  const Value* after = outcome.find("value");
  if (before == nullptr || after == nullptr) return;
  std::vector<Consequence> all;
  add_consequences(*before, *after, "value", all);
  for (Consequence& one : all) {
    std::optional<List> called = elsewhere_.called(one.path, workspace_);
    if (called) found.push_back({*std::move(called), one.before, one.after});
  }
}

}  // namespace evalground::changing
