// The JSONPath Compliance Test Suite of RFC 9535: every test must pass.
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#include "data/paths/json_path.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

// The folder of the recorded cases: beside the repository, unless EVG_CONFORMANCE_DIR names another.
std::string suite_path() {
  const char* folder = std::getenv("EVG_CONFORMANCE_DIR");
  return std::string(folder == nullptr ? "../shared/conformance" : folder) + "/jsonpath/cts.json";
}

bool equal(const Value& a, const Value& b, Budget& budget) {
  return json_equal(a, b, NumberEquality::by_value, budget);
}

// True when it equals the list under `one`, or one of those under `several`.
bool is_accepted(const Map& test, const Value& actual, std::string_view one, std::string_view several, Budget& budget) {
  if (const Value* expected = test.find(one)) return equal(actual, *expected, budget);
  for (const Value& expected : test.find(several)->as_list()) {
    if (equal(actual, expected, budget)) return true;
  }
  return false;
}

// The error in our result of one test; empty when it is correct.
std::string difference(const Map& test) {
  Budget budget;
  RegexCache regexes;
  const std::string_view selector = test.find("selector")->as_string();
  const bool must_fail = test.contains("invalid_selector");
  try {
    const JsonPath path(selector, {}, budget);
    if (must_fail) return "is accepted";
    List values;
    List paths;
    for (const JsonPath::Match& match : path.matches(*test.find("document"), budget, regexes)) {
      values.push_back(*match.value);
      paths.push_back(Value::string(match.path));
    }
    const Value found = Value::list(std::move(values));
    const Value found_paths = Value::list(std::move(paths));
    if (!is_accepted(test, found, "result", "results", budget)) return "gives " + write_json(found, budget);
    if (!is_accepted(test, found_paths, "result_paths", "results_paths", budget)) {
      return "gives the paths " + write_json(found_paths, budget);
    }
    return "";
  } catch (const Error& error) {
    return must_fail ? "" : error.what();
  }
}

TEST(JsonPathComplianceSuite, has_no_failure) {
  std::ifstream file(suite_path(), std::ios::binary);
  if (!file) GTEST_SKIP() << "the suite is not part of the repository; it is looked for in " << suite_path();
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Limits limits;
  limits.steps = 1'000'000'000;
  Budget budget(limits);
  const Value suite = parse_json(text, budget);
  std::size_t count = 0;
  for (const Value& test : suite.as_map().find("tests")->as_list()) {
    ++count;
    const Map& one = test.as_map();
    EXPECT_EQ(difference(one), "") << one.find("name")->as_string() << ": " << one.find("selector")->as_string();
  }
  EXPECT_GT(count, 700u);
}

}  // namespace
}  // namespace evalground
