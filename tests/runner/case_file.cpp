#include "runner/case_file.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine.hpp"

namespace evalground::runner {
namespace {

using Json = nlohmann::ordered_json;

Json parse(std::string_view path, std::string_view text) {
  if (Json json = Json::parse(text, nullptr, false); !json.is_discarded()) return json;
  const Json request = {{"ask", "parse"}, {"text", text}};
  const Json answer = Json::parse(assist(request.dump()), nullptr, false);
  if (!answer.is_object() || !answer.value("ok", false)) {
    std::string message = "is neither JSON nor YAML";
    if (answer.contains("diagnostics")) message = answer["diagnostics"][0].value("message", message);
    throw std::runtime_error(std::string(path) + ": " + message);
  }
  return answer["value"];
}

}  // namespace

std::vector<Case> read_cases(std::string_view path, std::string_view text) {
  const Json file = parse(path, text);
  if (!file.is_object()) throw std::runtime_error(std::string(path) + ": a case file must be a map");
  const Json defaults = file.value("defaults", Json::object());
  const Json single = Json::array({file});
  const Json& list = file.contains("cases") ? file["cases"] : single;
  std::vector<Case> cases;
  for (const Json& one : list) {
    Json merged = defaults;
    for (const auto& [key, value] : one.items()) merged[key] = value;
    cases.push_back({merged.value("id", std::string(path)), merged.dump()});
  }
  if (cases.empty()) throw std::runtime_error(std::string(path) + ": there is no case in it");
  return cases;
}

}  // namespace evalground::runner
