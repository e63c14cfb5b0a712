#include "base/text/glob.hpp"

#include <gtest/gtest.h>
#include <string>

namespace evalground {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  Budget budget;
  return glob_matches(pattern, text, budget);
}

TEST(Glob, MatchesTheWholeText) {
  EXPECT_TRUE(matches("PATH", "PATH"));
  EXPECT_FALSE(matches("PATH", "PATHS"));
  EXPECT_FALSE(matches("PATHS", "PATH"));
  EXPECT_FALSE(matches("path", "PATH"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "a"));
}

TEST(Glob, LetsAStarTakeAnyText) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("a*c*e", "abcde"));
  EXPECT_TRUE(matches("*ab", "aab"));
  EXPECT_TRUE(matches("**", "a/b.c\n"));
  EXPECT_FALSE(matches("a*b", "ac"));
  EXPECT_TRUE(matches("*.*.c", "a.b.b.c"));
}

TEST(Glob, LetsAQuestionMarkTakeOneCharacter) {
  EXPECT_TRUE(matches("?", "é"));
  EXPECT_TRUE(matches("*?é", "ñaé"));
  EXPECT_FALSE(matches("?", ""));
  EXPECT_FALSE(matches("?", "ab"));
}

TEST(Glob, MatchesSetsAndRanges) {
  EXPECT_TRUE(matches("[a-cx]", "b"));
  EXPECT_TRUE(matches("[a-cx]", "x"));
  EXPECT_FALSE(matches("[a-cx]", "d"));
  EXPECT_TRUE(matches("[!a-c]", "d"));
  EXPECT_FALSE(matches("[!a-c]", "b"));
  EXPECT_TRUE(matches("[α-ω]", "λ"));
  EXPECT_FALSE(matches("[z-a]", "m"));
  EXPECT_TRUE(matches("[!z-a]", "m"));
}

TEST(Glob, TakesSpecialCharactersInSetsByTheirPlace) {
  EXPECT_TRUE(matches("[]]", "]"));
  EXPECT_FALSE(matches("[!]]", "]"));
  EXPECT_TRUE(matches("[a-]", "-"));
  EXPECT_TRUE(matches("[-a]", "-"));
  EXPECT_TRUE(matches("[a!]", "!"));
  EXPECT_TRUE(matches("[*]", "*"));
  EXPECT_FALSE(matches("[*]", "a"));
}

TEST(Glob, TakesAnOpenBracketAsItself) {
  EXPECT_TRUE(matches("[a", "[a"));
  EXPECT_TRUE(matches("[]", "[]"));
  EXPECT_TRUE(matches("[!a-", "[!a-"));
  EXPECT_TRUE(matches("[?", "[x"));
}

TEST(Glob, ChargesTheBudgetForWhatBacktrackingCosts) {
  const std::string text(20000, 'a');
  const std::string pattern = "*" + std::string(10000, 'a') + "b";
  Limits limits;
  limits.steps = 1000000;
  Budget budget(limits);
  EXPECT_THROW(glob_matches(pattern, text, budget), LimitError);
}

}  // namespace
}  // namespace evalground
