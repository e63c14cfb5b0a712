// Any text at any position, asked everything in every dialect: each answer is JSON with "ok", within the budget, and a
// formatted text is formatted to itself.
//
// The first byte chooses the dialect, the next two the position; the rest is the document.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace {

using evalground::Budget;
using evalground::Map;
using evalground::Value;

constexpr std::string_view dialects[] = {"unfurl", "jinja2", "yaql", "heat", "cfengine", "dcontroller"};
constexpr std::string_view requests[] = {"complete", "hover",  "signature", "definition", "references",   "rename",
                                         "symbols",  "tokens", "inlay",     "explain",    "code_actions", "hints"};

Budget wide_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 1000});
}

Value answer(std::string_view ask, std::string_view dialect, std::string_view text, std::size_t at) {
  Budget budget = wide_budget();
  const Value workspace =
      Value::map({{"dialect", Value::string(dialect)},
                  {"files", Value::map({{"main", Value::string(text)}})},
                  {"main", Value::string("main")},
                  {"data", Value::map({{"a", Value::list({Value::map({{"b", Value::integer(1)}})})}})},
                  {"limits", Value::map({{"steps", Value::integer(2'000'000)}})}});
  const Value request = Value::map({{"ask", Value::string(ask)},
                                    {"workspace", workspace},
                                    {"at", Value::map({{"file", Value::string("main")},
                                                       {"offset", Value::integer(static_cast<std::int64_t>(at))}})}});
  const std::string json = evalground::assist(evalground::write_json(request, budget));
  try {
    Value value = evalground::parse_json(json, budget);
    if (value.is_map() && value.as_map().contains("ok")) return value;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  std::fprintf(stderr, "no answer to %.*s: %s\n", static_cast<int>(ask.size()), ask.data(), json.c_str());
  std::abort();
}

void check_format(std::string_view dialect, std::string_view text) {
  const Value first = answer("format", dialect, text, 0);
  const Value* value = first.as_map().find("value");
  if (value == nullptr) return;
  const std::string once(value->as_map().find("text")->as_string());
  const Value second = answer("format", dialect, once, 0);
  const Value* again = second.as_map().find("value");
  if (again != nullptr && again->as_map().find("text")->as_string() == once) return;
  std::fprintf(stderr, "formatted twice is another text: %s\n", once.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3 || size > 20'000) return 0;
  const std::string_view dialect = dialects[data[0] % std::size(dialects)];
  const std::size_t at = data[1] + 256U * data[2];
  const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
  for (const std::string_view ask : requests) answer(ask, dialect, text, at);
  check_format(dialect, text);
  return 0;
}
