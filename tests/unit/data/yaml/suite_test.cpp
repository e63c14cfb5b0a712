// The YAML Test Suite: only the tests listed below, which libyaml reads differently from YAML 1.2, may fail.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

#include "data/yaml/load.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

// Ids of failing tests; docs/yaml.md describes how.
extern const std::vector<std::string_view> known_failures;

// Ids of tests with a set, bytes or an ordered map: special values here, for which the suite has other JSON.
extern const std::vector<std::string_view> other_forms;

bool is_in(const std::vector<std::string_view>& ids, std::string_view id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// The folder of the recorded cases: beside the repository, unless EVG_CONFORMANCE_DIR names another.
std::string suite_path() {
  const char* folder = std::getenv("EVG_CONFORMANCE_DIR");
  return std::string(folder == nullptr ? "../shared/conformance" : folder) + "/yaml/yaml-test-suite.json";
}

// The values of all documents. Tags that are not YAML's own are ignored, as in the suite's JSON forms.
List load_all(Sources& sources, std::uint32_t file, Budget& budget) {
  YamlLoadOptions options;
  options.read_tag = [](std::string_view, const Value& content, OriginId) { return content; };
  List values;
  for (const Document& document : parse_yaml_stream(sources, file, budget)) {
    values.push_back(load_yaml(document, sources, budget, options));
  }
  return values;
}

// The error in our result of one test; empty when it is correct.
std::string difference(const Map& test) {
  Budget budget;
  Sources sources;
  const std::uint32_t file = sources.add_file("in.yaml", std::string(test.find("yaml")->as_string()));
  const bool must_fail = test.find("error")->as_boolean();
  const Value& expected = *test.find("json");
  try {
    if (must_fail || expected.is_null()) {
      parse_yaml_stream(sources, file, budget);
      return must_fail ? "is accepted" : "";
    }
    const Value actual = Value::list(load_all(sources, file, budget));
    if (python_equal(actual, expected, budget) || is_in(other_forms, test.find("id")->as_string())) return "";
    return "gives " + write_json(actual, budget);
  } catch (const Error& error) {
    return must_fail ? "" : "is refused: " + std::string(error.what());
  }
}

TEST(YamlTestSuite, FailsOnlyInTheTestsThatAreListed) {
  std::ifstream stream(suite_path());
  if (!stream) GTEST_SKIP() << "the suite is not part of the repository; it is looked for in " << suite_path();
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  Budget budget;
  const Value suite = parse_json(text, budget);
  std::size_t passed = 0;
  for (const Value& test : suite.as_list()) {
    const std::string id(test.as_map().find("id")->as_string());
    const std::string problem = difference(test.as_map());
    const bool is_listed = is_in(known_failures, id);
    if (problem.empty()) ++passed;
    EXPECT_TRUE(problem.empty() || is_listed) << id << " " << problem;
    EXPECT_FALSE(problem.empty() && is_listed) << id << " passes: take it off the list";
  }
  EXPECT_GE(passed, 330U);
  RecordProperty("passed", static_cast<int>(passed));
}

const std::vector<std::string_view> other_forms = {"2XXW", "565N", "J7PZ"};

// A line is a row of the table in docs/yaml.md.
// clang-format off
const std::vector<std::string_view> known_failures = {
    "2JQS", "6M2F", "CFD4", "FRK4", "M2N8/00", "NHX8", "NKF9", "S3PD", "SM9W/01", "UKK6/00",
    "4MUZ/00", "4MUZ/01", "4MUZ/02", "5MUD", "9SA2", "K3WX", "NJ66", "UT92", "VJP3/01",
    "4ABK",
    "652Z", "HM87/01",
    "6BCT", "6CA3", "96NN/00", "96NN/01", "A2M4", "DK95/00", "DK95/03", "DK95/04", "Q5MG", "R4YG", "Y79Y/001", "Y79Y/010",
    "DK95/01", "Y79Y/003",
    "2LFX", "6LVF", "BEC7", "MUS6/05", "MUS6/06",
    "9HCY", "EB22", "MUS6/00", "MUS6/01", "RHX7",
    "7Z25", "HWV9", "M7A3", "QT73", "W4TN",
    "DK3J", "FP8R",
    "2SXE", "W5VH",
    "9JBA", "CVW2", "SU5Z", "X4QW",
    "G5U8", "YJV2",
    "9C9N", "QB6E",
    "JEF9/02", "L24T/01", "S98Z",
};
// clang-format on

}  // namespace
}  // namespace evalground
