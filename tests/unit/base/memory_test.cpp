#include "base/memory.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "base/budget.hpp"

namespace evalground {
namespace {

using Bytes = std::vector<char, CountingAllocator<char>>;

TEST(MemoryAccount, CountsWhatIsHeldAndThePeak) {
  MemoryAccount account(1000);
  {
    const Bytes some(600);
    EXPECT_EQ(account.used(), 600u);
  }
  EXPECT_EQ(account.used(), 0u);
  EXPECT_EQ(account.peak(), 600u);
}

TEST(MemoryAccount, RefusesMoreThanItsLimit) {
  MemoryAccount account(1000);
  const Bytes some(600);
  EXPECT_THROW(Bytes(401), LimitError);
  EXPECT_EQ(account.used(), 600u);
  account.extend(1);
  EXPECT_NO_THROW(Bytes(401));
}

TEST(MemoryAccount, CountsNothingWithoutAnAccount) {
  EXPECT_EQ(Bytes(10'000'000).size(), 10'000'000u);
}

TEST(MemoryAccount, LeavesTheOuterAccountAlone) {
  MemoryAccount outer(1000);
  {
    MemoryAccount inner(10);
    EXPECT_THROW(Bytes(11), LimitError);
    EXPECT_EQ(outer.used(), 0u);
  }
  EXPECT_NO_THROW(Bytes(11));
}

}  // namespace
}  // namespace evalground
