// The module's functions: the engine's, with JavaScript's strings, and the way to what only JavaScript can answer. Nothing is
// thrown across.

#include <emscripten/bind.h>

#include "base/budget.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace {

using evalground::Budget;
using evalground::Caller;
using evalground::Map;
using evalground::Value;
using emscripten::val;

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

// Who is asked by reply(): the innermost call that JavaScript works on.
Caller* asked = nullptr;

// A function of JavaScript: from a service and a request to the answer, JSON texts. It gives null for what it does not do,
// and undefined for what it cannot answer yet.
class ScriptHost final : public evalground::Host {
 public:
  explicit ScriptHost(const val& answer) : answer_(answer) {}

  Value call(std::string_view service, const Map& request, Caller* caller) override {
    if (answer_.isNull()) return closed_.call(service, request, caller);
    Caller* const outer = std::exchange(asked, caller);
    const val answer = answer_(std::string(service), to_json(Value::map(request)));
    asked = outer;
    if (answer.isNull()) return closed_.call(service, request, caller);
    if (answer.isUndefined()) {
      // Arguments may hold secrets, and nobody needs them to see what is asked for.
      Map shown;
      for (const std::string_view key : {"path", "module", "function"}) {
        if (const Value* value = request.find(key)) shown.set(key, *value);
      }
      throw evalground::Pending(std::string(service), Value::map(std::move(shown)), "");
    }
    return from_json(answer.as<std::string>());
  }

 private:
  const val answer_;
  evalground::ClosedHost closed_;
};

// `host` is null where nothing outside can be asked.
std::string evaluate(const std::string& workspace, const std::string& options, const val& host) {
  ScriptHost asked_host(host);
  return evalground::evaluate(workspace, options, asked_host);
}

// Answers what is asked while `host` works on a request.
std::string reply(const std::string& question) {
  try {
    if (asked != nullptr) return to_json(asked->answer(from_json(question).as_map()));
  } catch (...) {  // the question or the answer is no JSON, or too large
  }
  return R"({"error":"The question could not be answered."})";
}

std::string assist(const std::string& request) {
  return evalground::assist(request);
}

std::string catalogue(const std::string& dialect) {
  return evalground::catalogue(dialect);
}

}  // namespace

EMSCRIPTEN_BINDINGS(evalground) {
  emscripten::function("evaluate", &evaluate);
  emscripten::function("reply", &reply);
  emscripten::function("assist", &assist);
  emscripten::function("catalogue", &catalogue);
  emscripten::function("version", &evalground::version);
}
