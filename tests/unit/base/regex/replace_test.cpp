#include "base/regex/replace.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

Ref<const Regex> python(std::string_view pattern) {
  return Regex::compile(RegexSyntax::python, pattern).regex;
}

std::string replaced(std::string_view pattern, std::string_view replacement, std::string_view subject,
                     std::size_t most = 0) {
  Budget budget;
  const auto regex = python(pattern);
  const auto parsed = ReplacementTemplate::parse(replacement, *regex);
  if (const auto* error = std::get_if<ReplacementTemplate::Error>(&parsed)) return error->message;
  return regex_replace(*regex, subject, std::get<ReplacementTemplate>(parsed), most, budget).text;
}

std::string split(std::string_view pattern, std::string_view subject, std::size_t most = 0) {
  Budget budget;
  std::string text;
  for (const auto& piece : regex_split(*python(pattern), subject, most, budget)) {
    text += piece ? std::string(*piece) : "None";
    text += '|';
  }
  return text;
}

TEST(RegexMatches, GoesOnBehindEmptyMatchesAsPythonDoes) {
  Budget budget;
  const auto regex = python("x*");
  const RegexSubject subject("abxd");
  RegexMatches matches(*regex, subject, budget);
  RegexMatch match;
  std::string text;
  while (matches.next(match)) text += std::to_string(match.begin()) + "-" + std::to_string(match.end()) + " ";
  EXPECT_EQ(text, "0-0 1-1 2-3 3-3 4-4 ");
}

TEST(RegexReplace, ReplacesEmptyMatchesBesideOthers) {
  EXPECT_EQ(replaced("x*", "-", "abxd"), "-a-b--d-");
  EXPECT_EQ(replaced("", "-", "\xC3\xA9"), "-\xC3\xA9-");
  EXPECT_EQ(replaced("a", "b", "aaa", 2), "bba");
}

TEST(RegexReplace, PutsGroupsWhereTheTemplateNamesThem) {
  EXPECT_EQ(replaced("(?P<y>\\d+)-(\\d+)(x)?", "\\2/\\g<y>\\3[\\g<0>]", "1-22"), "22/1[1-22]");
  EXPECT_EQ(replaced("a", "\\n\\t\\\\\\.\\0\\101", "a"), std::string("\n\t\\\\.\0A", 7));
}

TEST(RegexReplace, TellsWhatIsWrongWithATemplateAsPythonDoes) {
  EXPECT_EQ(replaced("a", "x\\1", "a"), "invalid group reference 1 at position 2");
  EXPECT_EQ(replaced("a", "\\g<b>", "a"), "unknown group name 'b'");
  EXPECT_EQ(replaced("a", "\\g<1a>", "a"), "bad character in group name '1a' at position 3");
  EXPECT_EQ(replaced("a", "\\g", "a"), "missing < at position 2");
  EXPECT_EQ(replaced("a", "\\q", "a"), "bad escape \\q at position 0");
  EXPECT_EQ(replaced("a", "\\", "a"), "bad escape (end of pattern) at position 0");
  EXPECT_EQ(replaced("a", "\\400", "a"), "octal escape value \\400 outside of range 0-0o377 at position 0");
}

TEST(RegexReplace, EndsInTheLimitOfMemory) {
  const MemoryAccount account(1 << 20);
  EXPECT_THROW(replaced("a", std::string(1000, 'b'), std::string(100'000, 'a')), LimitError);
}

TEST(RegexSplit, GivesTheGroupsOfEachSeparator) {
  EXPECT_EQ(split(",", "a,b,,c"), "a|b||c|");
  EXPECT_EQ(split("(,)|(;)", "a,b;c"), "a|,|None|b|None|;|c|");
  EXPECT_EQ(split(",", "a,b,c", 1), "a|b,c|");
  EXPECT_EQ(split("x*", "axbc"), "|a||b|c||");
}

}  // namespace
}  // namespace evalground
