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

}  // namespace
}  // namespace evalground::heat
