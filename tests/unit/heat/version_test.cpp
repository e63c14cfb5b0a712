#include "dialects/heat/version.hpp"

#include <gtest/gtest.h>

namespace evalground::heat {
namespace {

TEST(HeatVersion, IsKnownByDateAndRelease) {
  EXPECT_EQ(version_of("2021-04-16"), Version::v2021_04_16);
  EXPECT_EQ(version_of("wallaby"), Version::v2021_04_16);
  EXPECT_EQ(version_text(*version_of("newton")), "2016-10-14");
  EXPECT_EQ(version_of("2099-01-01"), std::nullopt);
  EXPECT_EQ(version_of(""), std::nullopt);
}

TEST(HeatVersion, TellsFunctionsThatAreNotYetFromThoseThatWereRemoved) {
  EXPECT_EQ(function_availability("yaql", Version::v2015_04_30), Availability::not_yet);
  EXPECT_EQ(function_availability("yaql", Version::v2016_10_14), Availability::present);
  EXPECT_EQ(function_availability("Fn::Select", Version::v2015_04_30), Availability::present);
  EXPECT_EQ(function_availability("Fn::Select", Version::v2015_10_15), Availability::removed);
  EXPECT_EQ(function_availability("equals", Version::v2021_04_16), Availability::unknown);
}

TEST(HeatVersion, HasFunctionsOfConditionsOfTheirOwn) {
  EXPECT_TRUE(is_condition_function("equals", Version::v2016_10_14));
  EXPECT_FALSE(is_condition_function("yaql", Version::v2016_10_14));
  EXPECT_TRUE(is_condition_function("yaql", Version::v2017_09_01));
}

}  // namespace
}  // namespace evalground::heat
