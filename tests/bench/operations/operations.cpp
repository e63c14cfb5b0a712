#include "operations.hpp"

#include <stdexcept>
#include <utility>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::bench {

std::string repeat(int count, std::string_view block) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    for (const char c : block) {
      if (c == '~') {
        text += number;
      } else {
        text += c;
      }
    }
  }
  return text;
}

Value records(int count) {
  List list;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(static_cast<std::int64_t>(i) * 7919 % count);
    list.push_back(Value::map({{"name", Value::string("host" + number)},
                               {"port", Value::integer(i)},
                               {"on", Value::boolean(i % 2 == 0)},
                               {"zone", Value::string("z" + std::to_string(i % 4))},
                               {"tags", Value::list({Value::string("a"), Value::string("b")})}}));
  }
  return Value::list(std::move(list));
}

Map with_document(std::string_view dialect, std::string document) {
  return {{"dialect", Value::string(dialect)},
          {"main", Value::string("main.yaml")},
          {"files", Value::map({{"main.yaml", Value::string(std::move(document))}})}};
}

Map with_expression(std::string_view dialect, std::string expression) {
  return {{"dialect", Value::string(dialect)}, {"expression", Value::string(std::move(expression))}};
}

Budget wide_budget() {
  return Budget({.steps = 1ULL << 40, .memory = 1ULL << 32, .output = 1ULL << 32, .depth = 1000});
}

// Only run options may raise limits.
std::string wide_options(std::string_view option) {
  Budget budget = wide_budget();
  Map options{{"limits", Value::map({{"steps", Value::integer(std::int64_t{1} << 40)},
                                     {"memory", Value::integer(std::int64_t{1} << 33)},
                                     {"output", Value::integer(std::int64_t{1} << 32)}})}};
  if (!option.empty()) options.set(option, Value::boolean(true));
  return write_json(Value::map(std::move(options)), budget);
}

Run evaluation(Map workspace, std::string_view option, bool is_good) {
  Budget budget = wide_budget();
  return [text = write_json(Value::map(std::move(workspace)), budget), chosen = wide_options(option), is_good] {
    ClosedHost host;
    const std::string outcome = evaluate(text, chosen, host);
    if (outcome.starts_with("{\"ok\":true") != is_good) throw std::runtime_error(outcome.substr(0, 400));
  };
}

Run question(std::string_view what, Map workspace) {
  const auto length = static_cast<std::int64_t>(workspace.find("files")->as_map().entry(0).value.as_string().size());
  Map request{
      {"ask", Value::string(what)},
      {"at", Value::map({{"file", Value::string("main.yaml")}, {"offset", Value::integer(length)}})},
      {"workspace", Value::map(std::move(workspace))},
  };
  Budget budget = wide_budget();
  std::string text = write_json(Value::map(std::move(request)), budget);
  return [text = std::move(text)] {
    const std::string answer = assist(text);
    if (answer.starts_with("{\"ok\":false")) throw std::runtime_error(answer.substr(0, 400));
  };
}

}  // namespace evalground::bench
