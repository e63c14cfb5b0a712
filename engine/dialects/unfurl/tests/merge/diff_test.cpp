#include "dialects/unfurl/merge/diff.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

std::string difference_of(std::string_view old, std::string_view changed) {
  Budget budget;
  return write_json(difference(parse_json(old, budget), parse_json(changed, budget), budget), budget);
}

TEST(Difference, IsEmptyForEqualMapsInAnyOrder) {
  EXPECT_EQ(difference_of(R"({"a":1,"b":{"c":[2]}})", R"({"b":{"c":[2]},"a":1})"), "{}");
}

TEST(Difference, HoldsWhatDiffersThenWhatIsNew) {
  EXPECT_EQ(difference_of(R"({"a":1,"b":{"c":2,"d":3}})", R"({"n":0,"b":{"c":5,"d":3},"a":1})"),
            R"({"b":{"c":5},"n":0})");
}

TEST(Difference, TakesOutWhatIsGone) {
  EXPECT_EQ(difference_of(R"({"a":1,"b":{"c":2}})", R"({"b":{}})"),
            R"({"a":{"+%":"whiteout"},"b":{"c":{"+%":"whiteout"}}})");
}

TEST(Difference, OfAMapThatIsNullSaysSo) {
  EXPECT_EQ(difference_of(R"({"a":{"b":1},"c":1})", R"({"a":null,"c":null})"), R"({"a":{"+%":"nullout"},"c":null})");
}

TEST(Difference, KeepsAReplacingMapWhole) {
  EXPECT_EQ(difference_of(R"({"a":{"b":1,"c":2}})", R"({"a":{"+%":"replace","b":1}})"),
            R"({"a":{"+%":"replace","b":1}})");
}

TEST(Difference, IgnoresTheStrategyOfTheOldMap) {
  EXPECT_EQ(difference_of(R"({"+%":"merge","a":1})", R"({"a":1})"), "{}");
}

TEST(Difference, HoldsAChangedListWhole) {
  EXPECT_EQ(difference_of(R"({"l":[1,2]})", R"({"l":[1,2,3]})"), R"({"l":[1,2,3]})");
}

}  // namespace
}  // namespace evalground::unfurl
