#include "base/regex/regex.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

// "begin-end" of the first match and of each group, "none" without a match, or the error.
std::string found(RegexSyntax syntax, std::string_view pattern, std::string_view subject, RegexFlags flags = {},
                  RegexAnchor anchor = RegexAnchor::none) {
  Budget budget({.steps = 1'000'000});
  const CompiledRegex compiled = Regex::compile(syntax, pattern, flags);
  if (!compiled) return compiled.error.message + " @" + std::to_string(compiled.error.offset);
  RegexMatch match;
  if (!compiled.regex->find(subject, 0, anchor, match, budget)) return "none";
  std::string text;
  for (std::size_t group = 0; group < match.size(); ++group) {
    if (group != 0) text += ' ';
    text +=
        match[group].is_set() ? std::to_string(match[group].begin) + "-" + std::to_string(match[group].end) : "unset";
  }
  return text;
}

std::string python(std::string_view pattern, std::string_view subject, RegexFlags flags = {}) {
  return found(RegexSyntax::python, pattern, subject, flags);
}
std::string re2(std::string_view pattern, std::string_view subject) {
  return found(RegexSyntax::re2, pattern, subject);
}
std::string ecmascript(std::string_view pattern, std::string_view subject) {
  return found(RegexSyntax::ecmascript, pattern, subject);
}
std::string i_regexp(std::string_view pattern, std::string_view subject) {
  return found(RegexSyntax::i_regexp, pattern, subject);
}

TEST(Regex, TellsUnsetGroupsFromEmptyOnes) {
  EXPECT_EQ(python("(a)|(b)(x*)", "cb"), "1-2 unset 1-2 2-2");
  EXPECT_EQ(python("a", "b"), "none");
}

TEST(Regex, AnchorsAtTheStartOrAtBothEnds) {
  EXPECT_EQ(found(RegexSyntax::python, "b", "ab", {}, RegexAnchor::start), "none");
  EXPECT_EQ(found(RegexSyntax::python, "a", "ab", {}, RegexAnchor::start), "0-1");
  EXPECT_EQ(found(RegexSyntax::python, "a|ab", "ab", {}, RegexAnchor::both), "0-2");
  EXPECT_EQ(found(RegexSyntax::python, "a|b", "ab", {}, RegexAnchor::both), "none");
}

TEST(Regex, StartsAtAnOffsetWithoutForgettingWhatIsBefore) {
  Budget budget;
  const CompiledRegex compiled = Regex::compile(RegexSyntax::python, "(?<=a)b|^c");
  RegexMatch match;
  EXPECT_TRUE(compiled.regex->find("ab", 1, RegexAnchor::none, match, budget));
  EXPECT_FALSE(compiled.regex->find("ac", 1, RegexAnchor::none, match, budget));
}

TEST(Regex, CountsAByteThatIsNotUtf8AsOneCharacter) {
  EXPECT_EQ(python("a.b",
                   "a\xFF"
                   "b"),
            "0-3");
  EXPECT_EQ(python("\xC3\xA9", "\xC3\xA9"), "0-2");
}

TEST(Regex, KnowsItsGroupNames) {
  const CompiledRegex compiled = Regex::compile(RegexSyntax::python, "(a)(?P<second>b)(?P<third>c)");
  EXPECT_EQ(compiled.regex->group_count(), 3U);
  EXPECT_EQ(compiled.regex->group_number("third"), 3U);
  EXPECT_EQ(compiled.regex->group_number("fourth"), std::nullopt);
  EXPECT_EQ(Regex::compile(RegexSyntax::pcre, "(?<b>x)(?<a>y)").regex->group_names()[0].first, "b");
}

TEST(Regex, EndsHostilePatternsInTheLimitOfSteps) {
  const std::string many(40, 'a');
  const std::string long_text(200'000, 'a');
  EXPECT_THROW(python("(a+)+$", many + "b"), LimitError);
  EXPECT_THROW(python("(?:a?){40}a{40}b|(a|aa)+$", many + "b"), LimitError);
  EXPECT_THROW(python("[^,]*+;|x", long_text), LimitError);
  EXPECT_THROW(python("[a-z]{50000}[0-9]", long_text), LimitError);
  EXPECT_THROW(found(RegexSyntax::pcre, "(x+x+)+[yz]", std::string(60, 'x')), LimitError);
}

TEST(Regex, CostsLittleWhereItDoesNotBacktrack) {
  Budget budget;
  const CompiledRegex compiled = Regex::compile(RegexSyntax::python, "(\\w+)@(\\w+)\\.com");
  EXPECT_TRUE(compiled.regex->matches("someone@example.com", RegexAnchor::both, budget));
  EXPECT_LE(budget.steps_used(), 20U);
}

TEST(Regex, CountsItsMemory) {
  MemoryAccount account(8 << 20);
  Budget budget;
  const CompiledRegex compiled = Regex::compile(RegexSyntax::python, "(?:a|b)*c");
  EXPECT_GT(account.used(), 100U);
  EXPECT_THROW(compiled.regex->matches(std::string(1'000'000, 'a'), RegexAnchor::start, budget), LimitError);
  EXPECT_TRUE(compiled.regex->matches("abc", RegexAnchor::start, budget));
}

TEST(RegexCache, GivesTheSameRegexAgain) {
  RegexCache cache;
  const CompiledRegex first = cache.compile(RegexSyntax::python, "a");
  EXPECT_EQ(first.regex, cache.compile(RegexSyntax::python, "a").regex);
  EXPECT_FALSE(first.regex == cache.compile(RegexSyntax::python, "a", {.ignore_case = true}).regex);
  EXPECT_FALSE(cache.compile(RegexSyntax::python, "("));
}

TEST(PythonRegex, FollowsPythonWherePcreDiffers) {
  EXPECT_EQ(python("a\\Z", "a\n"), "none");
  EXPECT_EQ(python("a$", "a\n"), "0-1");
  EXPECT_EQ(python("^a{,2}$", "aa"), "0-2");
  EXPECT_EQ(python("a{,2", "a{,2"), "0-4");
  EXPECT_EQ(python("\\u00e9\\U0001F600\\x41",
                   "\xC3\xA9\xF0\x9F\x98\x80"
                   "A"),
            "0-7");
  EXPECT_EQ(python("\\s", "\x1C"), "0-1");
  EXPECT_EQ(python("[^\\S]", "\x1C"), "0-1");
  EXPECT_EQ(python("[[:alpha:]]", "a]"), "0-2");
  EXPECT_EQ(python("\\0\\101", std::string_view("\0A", 2)), "0-2");
  EXPECT_EQ(python("^\\Z", "a\n", {.multi_line = true}), "2-2");
  EXPECT_EQ(python("\\B", ""), "none");
  EXPECT_EQ(python("(?P<x>a)(?P=x)", "aa"), "0-2 0-1");
}

TEST(PythonRegex, KnowsUnicodeUnlessAskedForAscii) {
  EXPECT_EQ(python("\\w+", "\xC3\xA9"), "0-2");
  EXPECT_EQ(python("\\w+", "\xC3\xA9", {.ascii = true}), "none");
  EXPECT_EQ(python("(?a)\\w+", "\xC3\xA9"), "none");
  EXPECT_EQ(python("\xC3\x89", "\xC3\xA9", {.ignore_case = true}), "0-2");
}

TEST(PythonRegex, TakesFlagsAtTheStartOrForAGroup) {
  EXPECT_EQ(python("(?i)A(?-i:b)", "aB"), "none");
  EXPECT_EQ(python("(?x) a # the first\n b", "ab"), "0-2");
  EXPECT_EQ(python("a (?x: b )", "a b"), "0-3");
  EXPECT_EQ(python("a(?i)", "a"), "global flags not at the start of the expression @1");
  EXPECT_TRUE(Regex::compile(RegexSyntax::python, "(?ms)a").regex->flags().dot_all);
}

TEST(PythonRegex, RefusesWhatPythonRefuses) {
  EXPECT_EQ(python("(", ""), "missing ), unterminated subpattern @0");
  EXPECT_EQ(python("a)", ""), "unbalanced parenthesis @1");
  EXPECT_EQ(python("a**", ""), "multiple repeat @2");
  EXPECT_EQ(python("^*", ""), "nothing to repeat @1");
  EXPECT_EQ(python("\\h", ""), "bad escape \\h @0");
  EXPECT_EQ(python("[b-a]", ""), "bad character range b-a @1");
  EXPECT_EQ(python("(?P<a>)(?P<a>)", ""), "redefinition of group name 'a' as group 2; was group 1 @11");
  EXPECT_EQ(python("(a\\1)", ""), "cannot refer to an open group @2");
  EXPECT_EQ(python("(?<n>a)", ""), "unknown extension ?<n @1");
  EXPECT_EQ(python("(?<=a+)b", ""), "look-behind requires fixed-width pattern @0");
}

TEST(PythonRegex, TellsThePlaceOfAnErrorInCharacters) {
  const std::string_view pattern = "\xC3\xA9\n(";
  const CompiledRegex compiled = Regex::compile(RegexSyntax::python, pattern);
  EXPECT_EQ(python_error_text(compiled.error, pattern),
            "missing ), unterminated subpattern at position 2 (line 2, column 1)");
}

TEST(Re2Regex, HasRe2sClassesAndAnchors) {
  EXPECT_EQ(re2("\\d", "\xD9\xA1"), "none");
  EXPECT_EQ(re2("\\s", "\v"), "none");
  EXPECT_EQ(re2("a$", "a\n"), "none");
  EXPECT_EQ(re2("[[:^alpha:]]\\pL\\p{^Greek}", "1ab"), "0-3");
  EXPECT_EQ(re2("\\Qa.b\\E+", "a.bb"), "0-4");
  EXPECT_EQ(re2("(?P<x>a)(?<y>b)(?i)C", "abc"), "0-3 0-1 1-2");
  EXPECT_EQ(re2("\\x{1F600}\\v\\z", "\xF0\x9F\x98\x80\v"), "0-5");
  EXPECT_EQ(re2("^*a", "a"), "0-1");
}

TEST(Re2Regex, RefusesWhatRe2HasNot) {
  EXPECT_EQ(re2("(?=a)", ""), "invalid or unsupported Perl syntax: `(?=` @0");
  EXPECT_EQ(re2("(a)\\1", ""), "invalid escape sequence: `\\1` @3");
  EXPECT_EQ(re2("a++", ""), "invalid nested repetition operator: `+` @2");
  EXPECT_EQ(re2("a{1001}", ""), "invalid repeat count: `{1001}` @1");
  EXPECT_EQ(re2("\\Z", ""), "invalid escape sequence: `\\Z` @0");
}

TEST(EcmascriptRegex, FollowsTheStandard) {
  EXPECT_EQ(ecmascript("^\\p{Letter}+$", "\xCF\x80x"), "0-3");
  EXPECT_EQ(ecmascript("\\p{Script=Greek}", "\xCF\x80"), "0-2");
  EXPECT_EQ(ecmascript("^\\d$", "\xD9\xA1"), "none");
  EXPECT_EQ(ecmascript("\\s", "\xEF\xBB\xBF"), "0-3");
  EXPECT_EQ(ecmascript("a$", "a\n"), "none");
  EXPECT_EQ(ecmascript("^.$", "\xE2\x80\xA8"), "none");
  EXPECT_EQ(ecmascript("[^]", "\n"), "0-1");
  EXPECT_EQ(ecmascript("a[]", "a"), "none");
  EXPECT_EQ(ecmascript("\\cA\\u{1F600}\\uD83D\\uDE00\\/", "\x01\xF0\x9F\x98\x80\xF0\x9F\x98\x80/"), "0-10");
  EXPECT_EQ(ecmascript("\\k<x>(?<x>a)", "a"), "0-1 0-1");
}

TEST(EcmascriptRegex, IsStrictAsTheFlagUIs) {
  EXPECT_EQ(ecmascript("a{", ""), "Incomplete quantifier @1");
  EXPECT_EQ(ecmascript("}", ""), "Lone quantifier brackets @0");
  EXPECT_EQ(ecmascript("\\a", ""), "Invalid escape @0");
  EXPECT_EQ(ecmascript("\\Z", ""), "Invalid escape @0");
  EXPECT_EQ(ecmascript("(?=a)*", ""), "Nothing to repeat @5");
  EXPECT_EQ(ecmascript("[\\w-a]", ""), "Invalid character class @1");
  EXPECT_EQ(ecmascript("^(abc]", ""), "Lone quantifier brackets @5");
}

TEST(IRegexp, IsRfc9485) {
  EXPECT_EQ(i_regexp("a\\.[^b-d]\\p{Lu}", "a.xA"), "0-4");
  EXPECT_EQ(i_regexp(".", "\r"), "none");
  EXPECT_EQ(i_regexp(".", "\xE2\x80\xA8"), "0-3");
  EXPECT_EQ(i_regexp("[-a]", "-"), "0-1");
  EXPECT_EQ(i_regexp("\\d", "1"), "Invalid escape @0");
  EXPECT_EQ(i_regexp("a*?", "a"), "Nothing to repeat @2");
  EXPECT_EQ(i_regexp("(?:a)", "a"), "Nothing to repeat @1");
  EXPECT_EQ(i_regexp("\\p{Greek}", "a"), "Invalid property name @0");
}

TEST(PcreRegex, TakesThePatternUnchanged) {
  EXPECT_EQ(found(RegexSyntax::pcre, "a\\Kb\\h", "ab "), "1-3");
  EXPECT_EQ(found(RegexSyntax::pcre, "^a.b$", "x\na\nb", {.multi_line = true, .dot_all = true}), "2-5");
  EXPECT_EQ(found(RegexSyntax::pcre, "a b", "ab", {.verbose = true}), "0-2");
  EXPECT_EQ(found(RegexSyntax::pcre, "(", ""), "missing closing parenthesis @1");
}

TEST(EscapeRegex, EscapesWhatIsSpecialToPython) {
  EXPECT_EQ(escape_regex("a.b-c d#e~f_\xC3\xA9/\n"), "a\\.b\\-c\\ d\\#e\\~f_\xC3\xA9/\\\n");
}

}  // namespace
}  // namespace evalground
