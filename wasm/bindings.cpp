// The module's functions: those of the engine with JavaScript strings, and the host for requests that only JavaScript
// can answer. No exception crosses the border.

#include <cstdint>
#include <emscripten/bind.h>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/budget.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "wasm/texts.hpp"

namespace {

using emscripten::val;
using evalground::Budget;
using evalground::Caller;
using evalground::Map;
using evalground::Value;

Budget generous_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 64ULL << 20, .depth = 1000});
}

std::string to_json(const Value& value) {
  Budget budget = generous_budget();
  return evalground::write_json(value, budget);
}

Value from_json(const std::string& text) {
  Budget budget = generous_budget();
  return evalground::parse_json(text, budget);
}

// Answers reply(): the innermost call that JavaScript is working on.
Caller* asked = nullptr;

// A JavaScript function from a service and a request to the answer, all JSON texts. It returns null for unknown
// services, and undefined if the answer is not available yet.
class ScriptHost final : public evalground::Host {
 public:
  explicit ScriptHost(const val& answer, const val& tell = val::null()) : answer_(answer), tell_(tell) {}

  Value call(std::string_view service, const Map& request, Caller* caller) override {
    if (answer_.isNull()) return closed_.call(service, request, caller);
    Caller* const outer = std::exchange(asked, caller);
    const val answer = answer_(std::string(service), to_json(Value::map(request)));
    asked = outer;
    if (answer.isNull()) return closed_.call(service, request, caller);
    if (answer.isUndefined()) {
      // Arguments may contain secrets, and are not needed to show what is requested.
      Map shown;
      for (const std::string_view key : {"path", "module", "function"}) {
        if (const Value* value = request.find(key)) shown.set(key, *value);
      }
      throw evalground::Pending(std::string(service), Value::map(std::move(shown)), "");
    }
    return from_json(answer.as<std::string>());
  }

  void progress(const evalground::Progress& now) override {
    if (!tell_.isNull()) tell_(now.before, now.now, static_cast<double>(now.trials), to_script(now.workspace));
  }

 private:
  const val answer_;
  const val tell_;
  evalground::ClosedHost closed_;
};

// `host` is null if nothing outside can be asked.
val evaluate(const val& workspace, const std::string& options, const val& host) {
  ScriptHost asked_host(host);
  return to_script(evalground::evaluate(from_script(workspace), options, asked_host));
}

// Prepared workspaces by number, and the buffers for their inputs and outputs. JavaScript accesses the buffers in the
// module's memory, because Embind's conversions take longer than a small evaluation.
class PreparedWorkspaces {
 public:
  std::size_t add(const std::string& workspace, const std::string& options) {
    all_.emplace(++last_, std::make_unique<evalground::Prepared>(workspace, options));
    return last_;
  }
  void remove(std::size_t number) { all_.erase(number); }
  evalground::Prepared& at(std::size_t number) { return *all_.at(number); }

  std::string in;
  std::string out;

 private:
  std::unordered_map<std::size_t, std::unique_ptr<evalground::Prepared>> all_;
  std::size_t last_ = 0;
};

PreparedWorkspaces& prepared() {
  static PreparedWorkspaces all;
  return all;
}

// Prepares a workspace. Returns its number for the functions below.
std::size_t prepare(const val& workspace, const std::string& options) {
  return prepared().add(from_script(workspace), options);
}

void release_prepared(std::size_t number) {
  prepared().remove(number);
}

// Makes room for values of this size (UTF-8). Returns the address to write them to.
std::size_t room_for_values(std::size_t size) {
  prepared().in.resize(size);
  return reinterpret_cast<std::size_t>(prepared().in.data());
}

// Evaluates a prepared workspace with values of this size, or renders it if `wants_text`; then the values are
// variables. Returns the size of the outcome or text, negated if an outcome came instead of a text. The result
// overwrites the values if there is room, and is always at `answer_address`.
double evaluate_prepared(std::size_t number, std::size_t size, bool wants_text, const val& host) {
  ScriptHost asked_host(host);
  PreparedWorkspaces& all = prepared();
  const std::string_view values = std::string_view(all.in).substr(0, size);
  bool is_text = true;
  if (wants_text) {
    evalground::Prepared::Rendered rendered = all.at(number).render(values, asked_host);
    is_text = rendered.is_text;
    all.out = std::move(rendered.content);
  } else {
    all.out = all.at(number).evaluate(values, asked_host);
  }
  if (all.out.size() <= all.in.size()) all.out.copy(all.in.data(), all.out.size());
  const auto length = static_cast<double>(all.out.size());
  return is_text ? length : -length;
}

std::size_t answer_address() {
  return reinterpret_cast<std::size_t>(prepared().out.data());
}

// `tell` receives the progress: bytes before and now, evaluations, and the current workspace.
val shrink(const val& request, const val& host, const val& tell) {
  ScriptHost asked_host(host, tell);
  return to_script(evalground::shrink(from_script(request), asked_host));
}

val change(const val& request, const val& host) {
  ScriptHost asked_host(host);
  return to_script(evalground::change(from_script(request), asked_host));
}

// Answers questions while `host` works on a request. A question may lead to another, and Embind keeps one list of
// the texts to free for each function, which the inner call would overwrite. So texts are passed as values.
val reply(const val& question) {
  try {
    if (asked != nullptr) return to_script(to_json(asked->answer(from_json(from_script(question)).as_map())));
  } catch (...) {  // the question or the answer is not JSON, or too large
  }
  return to_script(R"({"error":"The question could not be answered."})");
}

val assist(const val& request) {
  return to_script(evalground::assist(from_script(request)));
}

val catalogue(const std::string& dialect) {
  return to_script(evalground::catalogue(dialect));
}

}  // namespace

EMSCRIPTEN_BINDINGS(evalground) {
  emscripten::function("evaluate", &evaluate);
  emscripten::function("prepare", &prepare);
  emscripten::function("releasePrepared", &release_prepared);
  emscripten::function("roomForValues", &room_for_values);
  emscripten::function("evaluatePrepared", &evaluate_prepared);
  emscripten::function("answerAddress", &answer_address);
  emscripten::function("change", &change);
  emscripten::function("reply", &reply);
  emscripten::function("shrink", &shrink);
  emscripten::function("assist", &assist);
  emscripten::function("catalogue", &catalogue);
  emscripten::function("version", &evalground::version);
}
