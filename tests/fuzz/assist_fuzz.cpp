// Any text at any position, asked everything in every dialect: each answer is JSON with "ok", within the budget, and a
// formatted text is formatted to itself.
//
// The first byte chooses the dialect, and by its highest bit whether the text is a document or the workspace's
// expression; the next two are the position. A zero byte in the text begins a second file.
#include <algorithm>
#include <cstdio>
#include <string>

#include "engine.hpp"
#include "fuzz/target.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace {

using evalground::Budget;
using evalground::Map;
using evalground::Value;

constexpr std::string_view dialects[] = {"unfurl", "jinja2", "yaql", "heat", "cfengine", "dcontroller"};
constexpr std::string_view requests[] = {"complete",     "hover",   "signature", "definition", "references",
                                         "rename",       "symbols", "tokens",    "inlay",      "explain",
                                         "code_actions", "hints",   "check"};

Budget wide_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 1000});
}

struct Subject {
  std::string_view dialect;
  std::string_view text;
  std::size_t at = 0;
  bool is_expression = false;
};

Value answer(std::string_view ask, const Subject& subject, const Map& more = {}) {
  Budget budget = wide_budget();
  const std::string_view text = subject.text;
  const auto at = Value::integer(static_cast<std::int64_t>(subject.at));
  const Value value = Value::map({{"a", Value::list({Value::map({{"b", Value::integer(1)}})})}});
  Map workspace{{"dialect", Value::string(subject.dialect)},
                {"data", value},
                {"vars", Value::map({{"users", value}})},
                {"limits", Value::map({{"steps", Value::integer(2'000'000)}})}};
  Map request{{"ask", Value::string(ask)}};
  if (subject.is_expression) {
    workspace.set("expression", Value::string(text));
    request.set("at", Value::map({{"expression", at}}));
  } else {
    const std::size_t end = std::min(text.find('\0'), text.size());
    Map files{{"main", Value::string(text.substr(0, end))}};
    if (end < text.size()) files.set("other.yaml", Value::string(text.substr(end + 1)));
    workspace.set("files", Value::map(std::move(files)));
    workspace.set("main", Value::string("main"));
    request.set("at", Value::map({{"file", Value::string("main")}, {"offset", at}}));
  }
  request.set("workspace", Value::map(std::move(workspace)));
  for (const auto& [key, one] : more) request.set(key, one);
  const std::string json = evalground::assist(evalground::write_json(Value::map(std::move(request)), budget));
  try {
    Value given = evalground::parse_json(json, budget);
    // A check says nothing but what it has found.
    if (given.is_map() && given.as_map().contains(ask == "check" ? "diagnostics" : "ok")) return given;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  evalground::report("no answer to " + std::string(ask) + ": " + json);
}

void check_format(const Subject& subject) {
  const Map target = subject.is_expression ? Map{{"target", Value::string("expression")}} : Map();
  const Value first = answer("format", subject, target);
  const Value* value = first.as_map().find("value");
  if (value == nullptr) return;
  const std::string once(value->as_map().find("text")->as_string());
  const Value second = answer("format", {subject.dialect, once, 0, subject.is_expression}, target);
  const Value* again = second.as_map().find("value");
  if (again != nullptr && again->as_map().find("text")->as_string() == once) return;
  evalground::report("formatted twice is another text: " + once);
}

}  // namespace

void fuzz(std::string_view input) {
  if (input.size() < 3 || input.size() > 20'000) return;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(input[at]); };
  const Subject subject{dialects[(byte(0) & 127U) % std::size(dialects)], input.substr(3), byte(1) + 256U * byte(2),
                        byte(0) > 127};
  for (const std::string_view ask : requests) answer(ask, subject);
  // With what a request may say beside the position.
  answer("rename", subject, {{"newName", Value::string("other")}});
  answer("complete", subject, {{"label", Value::string("a")}});
  answer("symbols", subject, {{"query", Value::string("a")}});
  answer("code_actions", subject, {{"to", Value::integer(static_cast<std::int64_t>(subject.text.size()))}});
  check_format(subject);
}
