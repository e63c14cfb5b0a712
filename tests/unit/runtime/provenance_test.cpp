#include "runtime/provenance.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

using Computation = Provenance::Computation;

std::vector<OriginId> reads(const Provenance& provenance, OriginId result) {
  const auto all = provenance.reads(result);
  return {all.begin(), all.end()};
}

TEST(Provenance, CountsTheReadsOfAPartForTheWholeOnce) {
  Provenance provenance(true);
  {
    Computation whole(provenance);
    provenance.read(1);
    {
      Computation part(provenance);
      provenance.read(2);
      provenance.read(1);
      provenance.read(2);
      part.made(10);
    }
    provenance.read(3);
    whole.made(11);
  }
  EXPECT_EQ(reads(provenance, 10), (std::vector<OriginId>{2, 1}));
  EXPECT_EQ(reads(provenance, 11), (std::vector<OriginId>{1, 2, 3}));
}

TEST(Provenance, KeepsTheReadsOfWhatIsApart) {
  Provenance provenance(true);
  Computation whole(provenance);
  {
    Computation apart(provenance, Computation::Kind::apart);
    provenance.read(1);
    apart.made(10);
  }
  provenance.read(10);
  whole.made(11);
  EXPECT_EQ(reads(provenance, 10), std::vector<OriginId>{1});
  EXPECT_EQ(reads(provenance, 11), std::vector<OriginId>{10});
}

// One expression that is evaluated in a loop.
TEST(Provenance, KeepsWhatWasReadForTheLastOfSeveralWithOneOrigin) {
  Provenance provenance(true);
  const auto make = [&](OriginId result, std::vector<OriginId> values) {
    Computation computation(provenance);
    for (const OriginId value : values) provenance.read(value);
    computation.made(result);
  };
  make(10, {1, 2});
  make(11, {3});
  make(10, {4, 5, 6});
  EXPECT_EQ(reads(provenance, 10), (std::vector<OriginId>{4, 5, 6}));
  make(10, {7});
  EXPECT_EQ(reads(provenance, 10), std::vector<OriginId>{7});
  make(10, {});
  EXPECT_TRUE(provenance.reads(10).empty());
  EXPECT_EQ(reads(provenance, 11), std::vector<OriginId>{3});
}

TEST(Provenance, EndsAtAHundredReads) {
  Provenance provenance(true);
  Computation whole(provenance);
  {
    Computation part(provenance);
    for (OriginId value = 1; value <= 150; ++value) provenance.read(value);
  }
  for (OriginId value = 200; value <= 350; ++value) provenance.read(value);
  whole.made(1000);
  ASSERT_EQ(provenance.reads(1000).size(), 100u);
  EXPECT_EQ(provenance.reads(1000)[99], 100u);
}

TEST(Provenance, RecordsNothingWhileOffAndOutsideOfComputations) {
  Provenance off(false);
  {
    Computation computation(off);
    off.read(1);
    computation.made(10);
  }
  EXPECT_TRUE(off.reads(10).empty());
  Provenance on(true);
  on.read(1);
  Computation computation(on);
  computation.made(10);
  EXPECT_TRUE(on.reads(10).empty());
  EXPECT_TRUE(on.reads(99).empty());
}

}  // namespace
}  // namespace evalground
