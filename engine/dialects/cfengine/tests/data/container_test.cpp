#include "dialects/cfengine/data/container.hpp"

#include <gtest/gtest.h>

namespace evalground::cfengine {
namespace {

class ContainerTest : public testing::Test {
 protected:
  std::string round_trip(std::string_view json) { return json_text(read_json(json, budget_), budget_); }
  std::string problem(std::string_view json) {
    try {
      read_json(json, budget_);
    } catch (const Error& error) {
      return error.diagnostic.message;
    }
    return {};
  }
  Budget budget_;
};

TEST_F(ContainerTest, KeepsTheDigitsOfNumbers) {
  EXPECT_EQ(round_trip("[4.50, 1e3, -0.0, 123456789012345678901234567890]"),
            "[4.50,1e3,-0.0,123456789012345678901234567890]");
}

TEST_F(ContainerTest, WritesKeysInTheOrderOfTheirBytes) {
  EXPECT_EQ(round_trip(R"({"z": 1, "a": 2, "M": 3, "10": 4, "9": 5})"), R"({"10":4,"9":5,"M":3,"a":2,"z":1})");
}

TEST_F(ContainerTest, WritesAnEmptyObjectOnTwoLinesWhenThereAreLines) {
  EXPECT_EQ(json_text(read_json(R"({"a": {}, "b": []})", budget_), budget_, true),
            "{\n  \"a\": {\n  },\n  \"b\": []\n}");
}

TEST_F(ContainerTest, GivesRealNumbersFourDecimalsWhenItIsStored) {
  const Value value = stored(read_json("[1.23456789, 2, {\"a\": 0.5}]", budget_), budget_);
  EXPECT_EQ(json_text(value, budget_), R"([1.2346,2,{"a":0.5000}])");
}

TEST_F(ContainerTest, SharesWhatStoringDoesNotChange) {
  const Value value = read_json(R"([1, "a", {"b": true}])", budget_);
  EXPECT_TRUE(stored(value, budget_).same_as(value));
}

TEST_F(ContainerTest, ReadsBareKeysAndACommaAfterTheLastItem) {
  EXPECT_EQ(round_trip("{a: [1, 2,], b-c: 3,}"), R"({"a":[1,2],"b-c":3})");
}

TEST_F(ContainerTest, SaysWhatWasFoundAndExpected) {
  EXPECT_EQ(problem("[1 [2]]"), "The JSON text has \"[2]]\" where \",\" or \"]\" is expected.");
  EXPECT_EQ(problem("{\"a\""), "The JSON text has its end where a value is expected.");
  EXPECT_EQ(problem("[01]"), "The JSON text has \"01]\" where a value is expected.");
}

TEST_F(ContainerTest, JoinsSurrogatesAndReplacesHalfOnes) {
  EXPECT_EQ(round_trip(R"(["\ud83d\ude00", "\ud83d", "\u00e9"])"), "[\"😀\",\"\uFFFD\",\"é\"]");
}

}  // namespace
}  // namespace evalground::cfengine
