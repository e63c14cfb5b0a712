#include "dialects/yaql/syntax/overloads.hpp"

#include <gtest/gtest.h>

#include "dialects/yaql/catalogue.hpp"

namespace evalground::yaql {
namespace {

const Overload& only(const Family* family) {
  EXPECT_EQ(family->overloads.size(), 1U);
  return family->overloads[0];
}

TEST(Overloads, ReadsRulesFromSignatures) {
  const Overload& split = library().method("split")->overloads[0];
  ASSERT_EQ(split.parameters.size(), 3U);
  EXPECT_EQ(split.parameters[1].type, Type::string);
  EXPECT_TRUE(split.parameters[1].is_nullable);
  EXPECT_EQ(split.parameters[2].fallback.as_integer(), -1);
}

TEST(Overloads, BindsPositionsAndNames) {
  const Family& family = *library().method("toDict");
  const std::string_view names[] = {"valueSelector"};
  const auto plan = plan_call(family, only(&family), {2, {}, names});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->sources, (std::vector<std::int32_t>{0, 1, 2}));
}

TEST(Overloads, RefusesAParameterGivenTwice) {
  const Family& family = *library().method("where");
  const std::string_view names[] = {"predicate"};
  EXPECT_FALSE(plan_call(family, only(&family), {2, {}, names}));
}

TEST(Overloads, TakesTheDefaultOfALeftOutArgument) {
  const Family& family = *library().method("toDict");
  const std::uint8_t left_out[] = {0, 0, 1};
  const auto plan = plan_call(family, only(&family), {3, left_out, {}});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->sources[2], Plan::not_given);
}

TEST(Overloads, KnowsTheLegacyFunctionsOnlyThere) {
  EXPECT_EQ(library().function("tuple"), nullptr);
  EXPECT_NE(library(Flavor::legacy).function("tuple"), nullptr);
}

}  // namespace
}  // namespace evalground::yaql
