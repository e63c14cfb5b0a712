// bcrypt: values from other implementations.
#include "base/crypto/bcrypt.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(Bcrypt, HashesAndNormalisesTheSalt) {
  Budget budget;
  EXPECT_EQ(bcrypt("2b", "secret", "1234567890123456789012", 4, budget),
            "$2b$04$123456789012345678901u//h8y7tq3SNKU3W0iQ9NrkyT8n5fXPS");
}

TEST(Bcrypt, HashesTheEmptyPassword) {
  Budget budget;
  EXPECT_EQ(bcrypt("2a", "", "DCq7YPn5Rq63x1Lad4cll.", 6, budget),
            "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s.");
}

TEST(Bcrypt, RefusesASaltThatIsNone) {
  Budget budget;
  EXPECT_FALSE(bcrypt("2b", "secret", "short", 4, budget));
  EXPECT_FALSE(bcrypt("2b", "secret", "123456789012345678901!", 4, budget));
}

TEST(Bcrypt, SpendsStepsForRounds) {
  Limits limits;
  limits.steps = 100'000;
  Budget budget(limits);
  EXPECT_THROW(bcrypt("2b", "secret", "1234567890123456789012", 31, budget), LimitError);
}

}  // namespace
}  // namespace evalground
