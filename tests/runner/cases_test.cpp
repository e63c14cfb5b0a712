// Every case of the project as a test of its own: what it must evaluate to, and that it gives the same bytes again, the
// same value when traced, and either the same or a limit's error with a tenth of the steps. Every example of the
// catalogues is a case too.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine.hpp"
#include "runner/assist_case.hpp"
#include "runner/case_file.hpp"
#include "runner/check.hpp"
#include "runtime/host.hpp"

namespace evalground::runner {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json run(const Json& workspace, const Json& options = Json::object()) {
  ClosedHost host;
  return Json::parse(evaluate(workspace.dump(), options.dump(), host));
}

// What of an outcome must be equal in two runs: all but what time and measuring change.
std::string repeatable(Json outcome) {
  if (outcome.contains("stats")) outcome["stats"].erase("ms");
  if (outcome.contains("trace")) {
    for (Json& step : outcome["trace"]) {
      step.erase("ms");
      step.erase("totalMs");
    }
  }
  return outcome.dump();
}

class CaseTest : public testing::Test {
 public:
  explicit CaseTest(Case one) : case_(std::move(one)) {}

  void TestBody() override {
    if (asks(case_.json)) return ask();
    Json workspace = Json::parse(case_.json);
    // Real time and chance differ from run to run unless the case fixes them.
    if (!workspace.contains("clock")) workspace["clock"] = "2026-01-02T03:04:05Z";
    if (!workspace.contains("seed")) workspace["seed"] = 1;
    const Json outcome = run(workspace);
    EXPECT_EQ(check(case_.json, outcome.dump()), "");
    EXPECT_EQ(repeatable(run(workspace)), repeatable(outcome)) << "a second run differs";

    const Json traced = run(workspace, {{"trace", true}, {"provenance", true}, {"outline", true}, {"tokens", true}});
    EXPECT_EQ(traced.value("value", Json()), outcome.value("value", Json())) << "tracing changes the value";
    EXPECT_EQ(traced["ok"], outcome["ok"]);

    const std::uint64_t tenth = outcome["stats"]["steps"].get<std::uint64_t>() / 10;
    const Json limited = run(workspace, {{"limits", {{"steps", tenth}}}});
    if (limited["ok"].get<bool>()) {
      EXPECT_EQ(limited.value("value", Json()), outcome.value("value", Json()));
    } else {
      EXPECT_FALSE(limited.value("diagnostics", Json()).empty() && limited.value("pending", Json()).empty());
    }
  }

 private:
  // What is asked twice is answered twice the same.
  void ask() {
    std::string outcome;
    if (wants_run(case_.json)) {
      ClosedHost host;
      outcome = evaluate(asked_workspace(case_.json), R"({"trace": true})", host);
    }
    const std::string request = assist_request(case_.json, outcome);
    const std::string answer = assist(request);
    EXPECT_EQ(check_answer(case_.json, answer), "");
    EXPECT_EQ(assist(request), answer);
  }

  Case case_;
};

std::string read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// "unfurl/query/ancestor" -> "unfurl_query_ancestor"; GoogleTest allows no slash in a test's name.
std::string test_name(std::string id) {
  std::replace_if(
      id.begin(), id.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return id;
}

void add(const std::string& suite, Case one, const std::string& file) {
  testing::RegisterTest(suite.c_str(), test_name(one.id).c_str(), nullptr, nullptr, file.c_str(), 1,
                        [one]() -> testing::Test* { return new CaseTest(one); });
}

// Files in an order that does not depend on the disk.
void add_folder(const std::string& suite, const fs::path& folder) {
  if (!fs::exists(folder)) return;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".json" || path.extension() == ".yaml") paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    for (Case& one : read_cases(path.string(), read(path))) add(suite, std::move(one), path.string());
  }
}

void add_examples() {
  for (const Json& dialect : Json::parse(catalogue(""))) {
    const std::string name = dialect["id"].get<std::string>();
    std::map<std::string, std::size_t> numbers;  // overloads of a name are numbered on
    for (const Json& entry : Json::parse(catalogue(name))) {
      std::size_t& number = numbers[entry["kind"].get<std::string>() + "/" + entry["name"].get<std::string>()];
      for (const Json& example : entry["examples"]) {
        Json one = example["workspace"];
        const std::string expected = example["result"].get<std::string>();
        // The value, or the text of a language that gives text only.
        const char* part = run(one).contains("value") ? "value" : "text";
        one["expect"] = expected == "error" ? Json{{"error", true}} : Json{{part, Json::parse(expected)}};
        const std::string id = "examples/" + name + "/" + entry["kind"].get<std::string>() + "/" +
                               entry["name"].get<std::string>() + "/" + std::to_string(++number);
        add("Examples", {id, one.dump()}, id);
      }
    }
  }
}

TEST(Catalogue, gives_each_entry_a_summary_and_an_example) {
  for (const Json& dialect : Json::parse(catalogue(""))) {
    for (const Json& entry : Json::parse(catalogue(dialect["id"].get<std::string>()))) {
      EXPECT_FALSE(entry["summary"].get<std::string>().empty()) << entry["name"];
      EXPECT_FALSE(entry["examples"].empty()) << entry["kind"] << " " << entry["name"];
    }
  }
}

// The guide to a dialect, and after it the guides beside it that it links to: "[…](ansible.md)".
std::string guide_to(const std::string& dialect) {
  const std::string folder = "docs/dialects/";
  std::string guide = read(folder + dialect + ".md");
  const std::size_t end = guide.size();
  for (std::size_t at = guide.find("]("); at < end; at = guide.find("](", at + 2)) {
    const std::string target = guide.substr(at + 2, guide.find_first_of(")#", at) - at - 2);
    if (target.find('/') == std::string::npos && target.size() > 3 && target.ends_with(".md")) {
      guide += read(folder + target);
    }
  }
  return guide;
}

TEST(Catalogue, is_whole_in_the_guide_to_its_dialect) {
  for (const Json& dialect : Json::parse(catalogue(""))) {
    const std::string guide = guide_to(dialect["id"].get<std::string>());
    for (const Json& entry : Json::parse(catalogue(dialect["id"].get<std::string>()))) {
      if (entry["kind"] == "directive") continue;  // shown with a path: "+/a/b"
      const std::string name = entry["name"].get<std::string>();
      EXPECT_NE(guide.find("`" + name + "`"), std::string::npos) << name;
    }
  }
}

}  // namespace
}  // namespace evalground::runner

int main(int count, char** values) {
  testing::InitGoogleTest(&count, values);
  evalground::runner::add_folder("Cases", "tests/cases");
  evalground::runner::add_folder("Gallery", "web/gallery");
  evalground::runner::add_examples();
  return RUN_ALL_TESTS();
}
