#include "base/memory.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <string>
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
  account.extend();
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

TEST(MemoryAccount, CountsWhatIsAllocatedInAnyWay) {
  MemoryAccount account(1000);
  {
    const std::string text(100'000, 'x');
    EXPECT_GE(account.others(), 100'000u);
    EXPECT_EQ(account.used(), 0u);  // of values
  }
  EXPECT_LT(account.others(), 1000u);
}

TEST(MemoryAccount, RefusesLargeBlocksBeyondItsSlack) {
  MemoryAccount account(1000);
  EXPECT_NO_THROW(std::string(MemoryAccount::slack / 2, 'x'));
  EXPECT_THROW(std::string(MemoryAccount::slack + 2000, 'x'), LimitError);
  const std::string most(MemoryAccount::slack - 4096, 'x');
  EXPECT_THROW(std::vector<int>(100'000), LimitError);
}

TEST(MemoryAccount, RefusesValuesWhatOthersHold) {
  MemoryAccount account(MemoryAccount::slack);
  const std::string others(2 * MemoryAccount::slack - 4096, 'x');
  EXPECT_THROW(Bytes(1 << 20), LimitError);
}

TEST(MemoryAccount, RefusesNoSmallBlock) {
  MemoryAccount account(1000);
  std::vector<std::unique_ptr<std::string>> small;
  EXPECT_NO_THROW({
    for (int i = 0; i < 1000; ++i) small.push_back(std::make_unique<std::string>(40'000, 'x'));
  });
  EXPECT_THROW(Bytes(1), LimitError);
}

TEST(MemoryAccount, IsExtendedOnce) {
  MemoryAccount account(1000);
  account.extend();
  account.extend();
  EXPECT_NO_THROW(Bytes(2000 + MemoryAccount::slack - 4096));
  EXPECT_THROW(Bytes(2001 + MemoryAccount::slack), LimitError);
}

}  // namespace
}  // namespace evalground
