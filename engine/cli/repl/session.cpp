// What the prompt remembers: the workspace, variables that were set, and the last evaluation.
//
// Each line is evaluated anew, with the whole workspace, and without trace and origins. When somebody asks for them,
// the same line is evaluated again, with the clock and the seed of the first time (detailed), so it has the same
// result.
#include "cli/repl/session.hpp"

#include <chrono>
#include <utility>

#include "base/generous_budget.hpp"
#include "base/text/text.hpp"
#include "cli/input.hpp"
#include "cli/outcome_of.hpp"
#include "cli/outside.hpp"
#include "cli/repl/workspace.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::uint32_t usual_time_ms = 10'000;

class StoppableHost final : public Host {
 public:
  StoppableHost(const Options& options, const std::function<bool()>& stops) : outside_(options), stops_(stops) {}

  Value call(std::string_view service, const Map& request, Caller* caller) override {
    return outside_.call(service, request, caller);
  }
  bool cancelled() override { return stops_ && stops_(); }
  const Map& fetched() const { return outside_.fetched(); }

 private:
  Outside outside_;
  const std::function<bool()>& stops_;
};

Map merged(const Map& workspace, std::string_view key, const Map& more) {
  if (more.empty()) return workspace;
  Map result = workspace;
  const Value* given = workspace.find(key);
  Map all = given != nullptr && given->is_map() ? given->as_map() : Map();
  for (const auto& [name, value] : more) all.set(name, value);
  result.set(key, Value::map(std::move(all)));
  return result;
}

Map described(const Map& workspace) {
  Budget budget = generous_budget();
  const Value all = parse_json(catalogue(""), budget);
  for (const Value& one : all.as_list()) {
    if (text_at(one.as_map(), "id") == text_at(workspace, "dialect")) return one.as_map();
  }
  return {};
}

}  // namespace

bool Session::Evaluation::ok() const {
  return outcome.find("ok")->as_boolean();
}

const Value* Session::Evaluation::value() const {
  const Value* value = outcome.find("value");
  return value != nullptr ? value : outcome.find("text");
}

Session::Session(Options options, std::function<bool()> stops) : stops_(std::move(stops)) {
  if (options.time_ms == 0) options.time_ms = usual_time_ms;
  reopen(std::move(options));
}

void Session::reopen(Options options) {
  Map workspace = open_workspace(options);
  require_dialect(workspace, options);
  workspace_ = std::move(workspace);
  description_ = described(workspace_);
  options_ = std::move(options);
  fetched_ = Map();
}

std::string Session::dialect() const {
  return std::string(text_at(workspace_, "dialect"));
}

bool Session::is_template() const {
  const Value* file = description_.find("file");
  return file != nullptr && text_at(file->as_map(), "language") == "template";
}

// Languages have different names for what can be set. The first that this one has is used.
std::string_view Session::variables_key() const {
  for (const std::string_view key : {"vars", "inputs", "local"}) {
    for (const Value& input : description_.find("inputs")->as_list()) {
      if (text_at(input.as_map(), "key") == key) return key;
    }
  }
  throw UsageError(dialect() + " takes no variables");
}

void Session::set(std::string_view name, Value value) {
  variables_key();
  variables_.set(name, std::move(value));
}

Map Session::base() const {
  Map workspace = merged(workspace_, "files", fetched_);
  return variables_.empty() ? workspace : merged(workspace, variables_key(), variables_);
}

Map Session::workspace() const {
  Map workspace = base();
  const Value* expression = last_ ? last_->workspace.find("expression") : nullptr;
  if (expression != nullptr) workspace.set("expression", *expression);
  return workspace;
}

const Session::Evaluation& Session::evaluate(const std::string& expression) {
  Map workspace = base();
  workspace.set("expression", Value::string(expression));
  detailed_.reset();
  last_ = run(std::move(workspace), false);
  return *last_;
}

const Session::Evaluation& Session::detailed() {
  if (!last_) throw UsageError("nothing has been evaluated yet");
  if (!detailed_) {
    Map workspace = last_->workspace;
    const Value* stats = last_->outcome.find("stats");
    for (const std::string_view key : {"clock", "seed"}) {
      const Value* used = stats != nullptr ? stats->as_map().find(key) : nullptr;
      if (used != nullptr) workspace.set(key, *used);
    }
    detailed_ = run(std::move(workspace), true);
  }
  return *detailed_;
}

Session::Evaluation Session::run(Map workspace, bool with_details) {
  Budget budget = generous_budget();
  Map how = parse_json(run_options_json(options_), budget).as_map();
  for (const std::string_view key : {"provenance", "trace", "outline"}) how.set(key, Value::boolean(with_details));
  StoppableHost host(options_, stops_);
  const std::string given = write_json(Value::map(workspace), budget);
  const auto begin = std::chrono::steady_clock::now();
  const std::string outcome = evalground::evaluate(given, write_json(Value::map(std::move(how)), budget), host);
  const double taken = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  // Add fetched files, so that the next line does not fetch again and a link gives the same result elsewhere.
  for (const auto& [url, content] : host.fetched()) {
    if (content.is_string()) fetched_.set(url, content);
  }
  return {merged(workspace, "files", fetched_), parse_json(outcome, budget).as_map(), taken};
}

}  // namespace evalground::cli
