#include "runner/catalogue_cases.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "engine.hpp"
#include "runtime/host.hpp"

namespace evalground::runner {
namespace {

using Json = nlohmann::ordered_json;

// The key of the outcome that an example's result describes. Jinja2 templates have text and no value.
const char* result_key(const Json& workspace, const Json& result) {
  if (!result.is_string()) return "value";
  ClosedHost host;
  return Json::parse(evaluate(workspace.dump(), "", host)).contains("value") ? "value" : "text";
}

Json expectation(const Json& example) {
  const std::string result = example["result"].get<std::string>();
  if (result == "error") return {{"error", true}};
  Json value = Json::parse(result);
  const char* key = result_key(example["workspace"], value);
  return {{key, std::move(value)}};
}

}  // namespace

std::vector<Case> catalogue_cases() {
  std::vector<Case> cases;
  for (const Json& dialect : Json::parse(catalogue(""))) {
    const std::string name = dialect["id"].get<std::string>();
    std::map<std::string, std::size_t> numbers;
    for (const Json& entry : Json::parse(catalogue(name))) {
      const std::string path = name + "/" + entry["kind"].get<std::string>() + "/" + entry["name"].get<std::string>();
      std::size_t& number = numbers[path];
      for (const Json& example : entry["examples"]) {
        Json one = example["workspace"];
        one["expect"] = expectation(example);
        cases.push_back({"examples/" + path + "/" + std::to_string(++number), one.dump()});
      }
    }
  }
  return cases;
}

}  // namespace evalground::runner
