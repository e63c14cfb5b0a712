// Every expected number was printed by Python 3.11's random.Random with the same seed.
#include "base/crypto/random.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace evalground {
namespace {

TEST(Random, GivesPythonsUnitNumbers) {
  Random random_0(0);
  EXPECT_EQ(random_0.unit(), 0.8444218515250481);
  EXPECT_EQ(random_0.unit(), 0.7579544029403025);
  EXPECT_EQ(random_0.unit(), 0.420571580830845);
  Random random_1(1);
  EXPECT_EQ(random_1.unit(), 0.13436424411240122);
  EXPECT_EQ(random_1.unit(), 0.8474337369372327);
  EXPECT_EQ(random_1.unit(), 0.763774618976614);
  Random random_42(42);
  EXPECT_EQ(random_42.unit(), 0.6394267984578837);
  EXPECT_EQ(random_42.unit(), 0.025010755222666936);
  EXPECT_EQ(random_42.unit(), 0.27502931836911926);
}

TEST(Random, TakesSeedsOfEverySize) {
  EXPECT_EQ(Random(4294967296).unit(), 0.11299430095636409);
  EXPECT_EQ(Random(std::numeric_limits<std::int64_t>::max()).unit(), 0.3166448820870279);
  EXPECT_EQ(Random(std::numeric_limits<std::int64_t>::min()).unit(), 0.5534639983914199);
  EXPECT_EQ(Random(-12345678901).unit(), 0.9460118159397316);
}

TEST(Random, GivesTheSameForASeedAndItsNegative) {
  EXPECT_EQ(Random(-7).bits(64), Random(7).bits(64));
}

TEST(Random, GivesPythonsBits) {
  Random random(5);
  EXPECT_EQ(random.bits(1), 1u);
  EXPECT_EQ(random.bits(7), 32u);
  EXPECT_EQ(random.bits(32), 3185950873u);
  EXPECT_EQ(random.bits(33), 5834865596u);
  EXPECT_EQ(random.bits(53), 8488838322266078u);
  EXPECT_EQ(random.bits(64), 13648719601384375088u);
  EXPECT_EQ(random.bits(0), 0u);
  EXPECT_EQ(random.bits(31), 1400227407u);
}

TEST(Random, GivesPythonsIndexes) {
  Random random(6);
  EXPECT_EQ(random.below(1u), 0u);
  EXPECT_EQ(random.below(2u), 1u);
  EXPECT_EQ(random.below(10u), 4u);
  EXPECT_EQ(random.below(1000u), 37u);
  EXPECT_EQ(random.below(4294967296u), 1940104u);
  EXPECT_EQ(random.below(1099511627777u), 701682380849u);
  EXPECT_EQ(random.below(9223372036854775808u), 403795515464475257u);
}

TEST(Random, AgreesWithPythonOverManyRefills) {
  Random random(9);
  std::uint64_t folded = 0;
  for (int i = 0; i < 10000; ++i) folded = folded * 31 + random.bits(32);
  EXPECT_EQ(folded, 10232608351560115829u);
}

TEST(Random, HasNothingBelowZeroButZero) {
  EXPECT_EQ(Random(0).below(0), 0u);
}

TEST(Random, SeedsFromTextAsPythonDoes) {
  EXPECT_EQ(Random("abc").below(100), 98u);
  EXPECT_EQ(Random("host1").below(1'000'000), 509'818u);
  EXPECT_EQ(Random("web01.example.com").below(60), 38u);
}

}  // namespace
}  // namespace evalground
