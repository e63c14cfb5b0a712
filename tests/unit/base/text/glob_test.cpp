#include "base/text/glob.hpp"

#include <gtest/gtest.h>
#include <string>

namespace evalground {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  Budget budget;
  return glob_matches(pattern, text, budget);
}

// A pattern, a text, and whether it matches.
constexpr struct {
  std::string_view pattern, text;
  bool is_match;
} globs[] = {
    // Matches the whole text
    {"PATH", "PATH", true},
    {"PATH", "PATHS", false},
    {"PATHS", "PATH", false},
    {"path", "PATH", false},
    {"", "", true},
    {"", "a", false},
    // Lets a star take any text
    {"*", "", true},
    {"a*c*e", "abcde", true},
    {"*ab", "aab", true},
    {"**", "a/b.c\n", true},
    {"a*b", "ac", false},
    {"*.*.c", "a.b.b.c", true},
    // Lets a question mark take one character
    {"?", "é", true},
    {"*?é", "ñaé", true},
    {"?", "", false},
    {"?", "ab", false},
    // Matches sets and ranges
    {"[a-cx]", "b", true},
    {"[a-cx]", "x", true},
    {"[a-cx]", "d", false},
    {"[!a-c]", "d", true},
    {"[!a-c]", "b", false},
    {"[α-ω]", "λ", true},
    {"[z-a]", "m", false},
    {"[!z-a]", "m", true},
    // Takes special characters in sets by their place
    {"[]]", "]", true},
    {"[!]]", "]", false},
    {"[a-]", "-", true},
    {"[-a]", "-", true},
    {"[a!]", "!", true},
    {"[*]", "*", true},
    {"[*]", "a", false},
    // Takes an open bracket as itself
    {"[a", "[a", true},
    {"[]", "[]", true},
    {"[!a-", "[!a-", true},
    {"[?", "[x", true},
};

TEST(Glob, MatchesAsListed) {
  for (const auto& [pattern, text, is_match] : globs)
    EXPECT_EQ(matches(pattern, text), is_match) << pattern << " " << text;
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
