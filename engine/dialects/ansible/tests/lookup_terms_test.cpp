// Options within the terms of lookups.
#include "dialects/ansible/runtime/lookup_terms.hpp"

#include <gtest/gtest.h>

namespace evalground::ansible {
namespace {

TEST(LookupTerms, TellsOptionsFromTheRest) {
  const KeyValues read = read_key_values("bob smith file=users.csv delimiter=,");
  EXPECT_EQ(read.rest, "bob smith");
  EXPECT_EQ(*read.find("file"), "users.csv");
  EXPECT_EQ(*read.find("delimiter"), ",");
  EXPECT_EQ(read.find("col"), nullptr);
}

TEST(LookupTerms, KeepsQuotedWordsTogether) {
  EXPECT_EQ(*read_key_values("a='x y' b=\"z\"").find("a"), "x y");
  EXPECT_EQ(*read_key_values("a='x y' b=\"z\"").find("b"), "z");
}

TEST(LookupTerms, LetsTheLastWin) {
  EXPECT_EQ(*read_key_values("a=1 a=2").find("a"), "2");
}

}  // namespace
}  // namespace evalground::ansible
