#include "data/plain_pattern.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>

#include "base/regex.hpp"

namespace evalground {
namespace {

// "yes", "no", "unknown" for a text that is not ASCII, or "not plain" for a pattern that takes more.
std::string_view result_of(std::string_view pattern, std::string_view text) {
  const auto plain = PlainPattern::read(pattern);
  if (!plain) return "not plain";
  const auto is_match = plain->matches(text);
  return !is_match ? "unknown" : *is_match ? "yes" : "no";
}

TEST(PlainPattern, MatchesAnywhereUnlessAnchored) {
  EXPECT_EQ(result_of("bc", "abcd"), "yes");
  EXPECT_EQ(result_of("^bc", "abcd"), "no");
  EXPECT_EQ(result_of("bc$", "abcd"), "no");
  EXPECT_EQ(result_of("bc$", "bcbc"), "yes");
  EXPECT_EQ(result_of("^bc$", "bc"), "yes");
  EXPECT_EQ(result_of("^bc$", "bc\n"), "no");
  EXPECT_EQ(result_of("", "x"), "yes");
  EXPECT_EQ(result_of("^$", ""), "yes");
  EXPECT_EQ(result_of("^$", "x"), "no");
  EXPECT_EQ(result_of("a|b", "xb"), "yes");
}

TEST(PlainPattern, KnowsNamesOfHosts) {
  constexpr std::string_view pattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
  EXPECT_EQ(result_of(pattern, "web-1"), "yes");
  EXPECT_EQ(result_of(pattern, "w"), "yes");
  EXPECT_EQ(result_of(pattern, "web-"), "no");
  EXPECT_EQ(result_of(pattern, "-web"), "no");
  EXPECT_EQ(result_of(pattern, "Web"), "no");
  EXPECT_EQ(result_of(pattern, ""), "no");
}

TEST(PlainPattern, RepeatsItems) {
  EXPECT_EQ(result_of("^a{2,3}$", "a"), "no");
  EXPECT_EQ(result_of("^a{2,3}$", "aaa"), "yes");
  EXPECT_EQ(result_of("^a{2,3}$", "aaaa"), "no");
  EXPECT_EQ(result_of("^(ab){2,}$", "ababab"), "yes");
  EXPECT_EQ(result_of("^(ab){2,}$", "ab"), "no");
  EXPECT_EQ(result_of("^a{0}b{1}$", "b"), "yes");
  EXPECT_EQ(result_of("^a{0,}?$", "aaa"), "yes");
}

TEST(PlainPattern, KnowsClassesAndEscapes) {
  EXPECT_EQ(result_of(R"(^\d+\.\d+$)", "1.25"), "yes");
  EXPECT_EQ(result_of(R"(^\d+\.\d+$)", "1x25"), "no");
  EXPECT_EQ(result_of(R"(^[^\s/]+$)", "a b"), "no");
  EXPECT_EQ(result_of(R"(^[\w\-]+\W$)", "a_-9!"), "yes");
  EXPECT_EQ(result_of("^.$", "\n"), "no");
  EXPECT_EQ(result_of("[]", "a"), "no");
  EXPECT_EQ(result_of("^[^]$", "\n"), "yes");
}

TEST(PlainPattern, LeavesWhatTakesMore) {
  for (const std::string_view pattern : {"(?=a)", "(?<n>a)", R"((a)\1)", R"(\bword)", R"(\p{L})", "é", "^a|b$", "a{65}",
                                         "(a^)", R"(\u0041)", "((((((((((((((((a))))))))))))))))"}) {
    EXPECT_EQ(result_of(pattern, "a"), "not plain") << pattern;
  }
  EXPECT_EQ(result_of("(((a{9}){9}){9})", "a"), "not plain");
  EXPECT_EQ(result_of("^a.$", "aé"), "unknown");
}

// Random patterns, each against random texts: the same as by backtracking.
TEST(PlainPattern, AgreesWithTheGeneralMatcher) {
  std::mt19937 random(7);
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  constexpr std::string_view pieces[] = {"a",    "b",  "-",   ".", "[ab]",  "[^a]",  "[a-c-]",   R"(\d)", R"(\W)",
                                         "(",    ")",  "(?:", "|", "*",     "+",     "?",        "{2}",   "{1,2}",
                                         "{0,}", "*?", "^",   "$", R"(\-)", R"(\s)", R"([\w.])", R"(\.)"};
  std::size_t plain_patterns = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string pattern;
    for (std::size_t count = below(9); count != 0; --count) pattern += pieces[below(std::size(pieces))];
    const CompiledRegex regex = Regex::compile(RegexSyntax::ecmascript, pattern);
    if (!regex) continue;
    const auto plain = PlainPattern::read(pattern);
    if (!plain) continue;
    ++plain_patterns;
    for (int attempt = 0; attempt < 8; ++attempt) {
      std::string text;
      for (std::size_t count = below(7); count != 0; --count) text += "aabbc-. 1\n"[below(10)];
      Budget budget;
      EXPECT_EQ(plain->matches(text), regex.regex->matches(text, RegexAnchor::none, budget))
          << pattern << " against " << text;
    }
  }
  EXPECT_GT(plain_patterns, 1000U);
}

}  // namespace
}  // namespace evalground
