// Password hashes: values from glibc's crypt(3) and passlib.
#include "base/crypto/crypt.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(Crypt, HashesWithMd5) {
  Budget budget;
  EXPECT_EQ(md5_crypt("secret", "mysalt12", budget), "$1$mysalt12$J4maadj8grGUvPcTTE3QY1");
}

TEST(Crypt, LeavesOutTheDefaultRoundsOfSha) {
  Budget budget;
  EXPECT_EQ(sha_crypt(ShaCrypt::sha256, "secret", "mysalt12", 5000, budget),
            "$5$mysalt12$ufir2uOF49zGna8473CAQnO5kuduGJYqxrLh02QwIR3");
  EXPECT_EQ(sha_crypt(ShaCrypt::sha512, "secret", "mysalt12", 5000, budget),
            "$6$mysalt12$xRohwhLLrkzrXnePkLB3F4zj.bXkSYAEUg5BSM/ulbtG0OsWHY/BA6nqda8go6eIPHJNg9cuNFdDJhOmrryG5/");
}

TEST(Crypt, WritesOtherRoundsBeforeTheSalt) {
  Budget budget;
  EXPECT_EQ(sha_crypt(ShaCrypt::sha512, "secret", "abcdefgh", 1000, budget),
            "$6$rounds=1000$abcdefgh$nhYjN017qxiYztzyUpZtPnUQcnLy62KsunSLHNeLahp2EHPlAKmFFlrjEwSXGo2kgY5hR2.peKEg2VGUqI"
            "JJu1");
}

TEST(Crypt, SpendsStepsForRounds) {
  Limits limits;
  limits.steps = 100'000;
  Budget budget(limits);
  EXPECT_THROW(sha_crypt(ShaCrypt::sha512, "secret", "salt", 999'999'999, budget), LimitError);
}

}  // namespace
}  // namespace evalground
