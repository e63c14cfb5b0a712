// The module's functions: the engine's, with JavaScript's strings, and the way to what only JavaScript can answer.
// Nothing is thrown across.

#include <cstdint>
#include <emscripten/bind.h>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace {

using emscripten::val;
using evalground::Budget;
using evalground::Caller;
using evalground::Map;
using evalground::Value;

// Embind hands over a std::string character by character, in JavaScript. What browsers have for it is several times as
// fast: for texts that may be large.
std::string from_script(const val& text) {
  static const val encoder = val::global("TextEncoder").new_();
  const val bytes = encoder.call<val>("encode", text);
  std::string copy(bytes["length"].as<std::size_t>(), '\0');
  val(emscripten::typed_memory_view(copy.size(), reinterpret_cast<unsigned char*>(copy.data())))
      .call<void>("set", bytes);
  return copy;
}

val to_script(std::string_view text) {
  static const val decoder = val::global("TextDecoder").new_();
  const val bytes(emscripten::typed_memory_view(text.size(), reinterpret_cast<const unsigned char*>(text.data())));
  return decoder.call<val>("decode", bytes);
}

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

// A function of JavaScript: from a service and a request to the answer, JSON texts. It gives null for what it does not
// do, and undefined for what it cannot answer yet.
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
val evaluate(const val& workspace, const std::string& options, const val& host) {
  ScriptHost asked_host(host);
  return to_script(evalground::evaluate(from_script(workspace), options, asked_host));
}

// `tell` hears how far it has come: bytes before and now, evaluations, and the workspace as it is now.
val shrink(const val& request, const val& host, const val& tell) {
  ScriptHost asked_host(host);
  const auto progress = [&](std::size_t before, std::size_t now, std::uint64_t trials, std::string_view workspace) {
    tell(before, now, static_cast<double>(trials), to_script(workspace));
  };
  return to_script(evalground::shrink(from_script(request), asked_host, progress));
}

// Answers what is asked while `host` works on a request.
std::string reply(const std::string& question) {
  try {
    if (asked != nullptr) return to_json(asked->answer(from_json(question).as_map()));
  } catch (...) {  // the question or the answer is no JSON, or too large
  }
  return R"({"error":"The question could not be answered."})";
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
  emscripten::function("reply", &reply);
  emscripten::function("shrink", &shrink);
  emscripten::function("assist", &assist);
  emscripten::function("catalogue", &catalogue);
  emscripten::function("version", &evalground::version);
}
