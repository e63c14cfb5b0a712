#include "assist/assist.hpp"

#include "assist/check.hpp"
#include "base/text.hpp"
#include "data/yaml_load.hpp"
#include "data/yaml_parse.hpp"
#include "runtime/outcome_parts.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

const Value& required(const Map& request, std::string_view key) {
  const Value* value = request.find(key);
  if (value == nullptr) throw Error("bad-request", "The request has no " + quote(key) + ".");
  return *value;
}

std::string parse(std::string_view text) {
  Budget budget;
  Sources sources;
  const std::uint32_t file = sources.add_file("", std::string(text));
  try {
    const Value value = load_yaml(parse_yaml(sources, file, budget), sources, budget);
    return "{\"ok\":true,\"value\":" + write_json(value, budget) + "}";
  } catch (const Error& error) {
    const Value problem = Value::list({diagnostic_value(error.diagnostic, sources)});
    return "{\"ok\":false,\"diagnostics\":" + write_json(problem, budget) + "}";
  }
}

}  // namespace

std::string answer(const Value& request, const Dialect* (*find)(std::string_view)) {
  if (!request.is_map()) throw Error("bad-request", "A request must be a map.");
  const std::string_view ask = required(request.as_map(), "ask").as_string();
  if (ask == "check") return check(required(request.as_map(), "workspace"), find);
  if (ask == "parse") return parse(required(request.as_map(), "text").as_string());
  throw Error("bad-request", "There is nothing called " + quote(ask) + " to ask for.");
}

}  // namespace evalground
