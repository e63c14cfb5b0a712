// Password hashes by name, with passlib's checks.
#include "dialects/ansible/data/password.hpp"

#include <gtest/gtest.h>

namespace evalground::ansible {
namespace {

HashedPassword hash(std::string_view type, const PasswordOptions& options, std::string_view password = "secret") {
  Random random(std::int64_t{1});
  Budget budget;
  return hash_password(password, type, options, random, budget);
}

TEST(Password, TakesBothKindsOfNames) {
  PasswordOptions options;
  options.salt = "mysalt12";
  EXPECT_EQ(hash("md5", options).text, "$1$mysalt12$J4maadj8grGUvPcTTE3QY1");
  EXPECT_EQ(hash("md5_crypt", options).text, "$1$mysalt12$J4maadj8grGUvPcTTE3QY1");
}

TEST(Password, MakesUpASalt) {
  PasswordOptions options;
  options.rounds = 1000;
  options.salt_size = 5;
  EXPECT_EQ(hash("sha256", options).text.find("$5$rounds=1000$"), 0u);
}

TEST(Password, SaysWhatIsWrong) {
  PasswordOptions options;
  EXPECT_EQ(hash("nope", options).error, "passlib does not support 'nope' algorithm");
  options.salt = "a!";
  EXPECT_EQ(hash("md5", options).error, "invalid characters in md5_crypt salt");
  options.salt = "12345678901234567";
  EXPECT_EQ(hash("sha512", options).error, "salt too large (sha512_crypt requires <= 16 chars)");
  options.salt = "short";
  EXPECT_EQ(hash("blowfish", options).error, "salt too small (bcrypt requires exactly 22 chars)");
  options.rounds = 10;
  EXPECT_NE(hash("sha512", options).error.find("1000"), std::string::npos);
  EXPECT_FALSE(hash("md5", options));
  EXPECT_FALSE(hash("sha512", {}, std::string(5000, 'x')));
}

}  // namespace
}  // namespace evalground::ansible
