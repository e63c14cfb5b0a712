#include "dialects/heat/catalogue.hpp"

#include <gtest/gtest.h>

namespace evalground::heat {
namespace {

TEST(HeatCatalogue, TellsFunctionsThatAreNotYetFromThoseThatWereRemoved) {
  EXPECT_EQ(find_intrinsic("yaql")->in_values(Version::v2015_04_30), Availability::not_yet);
  EXPECT_EQ(find_intrinsic("yaql")->in_values(Version::v2016_10_14), Availability::present);
  EXPECT_EQ(find_intrinsic("Fn::Select")->in_values(Version::v2015_04_30), Availability::present);
  EXPECT_EQ(find_intrinsic("Fn::Select")->in_values(Version::v2015_10_15), Availability::removed);
  EXPECT_EQ(find_intrinsic("equals")->in_values(Version::v2021_04_16), Availability::unknown);
  EXPECT_EQ(find_intrinsic("no_function"), nullptr);
}

TEST(HeatCatalogue, HasFunctionsOfConditionsOfTheirOwn) {
  EXPECT_TRUE(find_intrinsic("equals")->is_in_conditions(Version::v2016_10_14));
  EXPECT_FALSE(find_intrinsic("yaql")->is_in_conditions(Version::v2016_10_14));
  EXPECT_TRUE(find_intrinsic("yaql")->is_in_conditions(Version::v2017_09_01));
  EXPECT_FALSE(find_intrinsic("digest")->is_in_conditions(Version::v2021_04_16));
}

TEST(HeatCatalogue, ReadsTheFirstVersionOfEachFunctionFromItsRow) {
  for (const FunctionCatalogue::Entry& entry : functions().entries()) {
    const std::string_view since = entry.function->since;
    EXPECT_TRUE(since.empty() || version_of(since)) << entry.signature.name;
  }
}

}  // namespace
}  // namespace evalground::heat
