#include "dialects/unfurl/values/status.hpp"

#include <gtest/gtest.h>

namespace evalground::unfurl {
namespace {

TEST(Status, HasAWordForEachNumber) {
  for (const Status one :
       {Status::unknown, Status::ok, Status::degraded, Status::error, Status::pending, Status::absent}) {
    EXPECT_EQ(status_of_word(status_word(one)), one);
  }
  EXPECT_EQ(status_of_word("fine"), std::nullopt);
  EXPECT_EQ(state_of_word("started"), State::started);
  EXPECT_EQ(static_cast<int>(*state_of_word("error")), 12);
}

}  // namespace
}  // namespace evalground::unfurl
