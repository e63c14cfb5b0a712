#include "dialects/unfurl/functions/label.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "source/diagnostic.hpp"

namespace evalground::unfurl {
namespace {

std::string label(std::string_view text, const LabelOptions& options = {}) {
  Budget budget;
  return text_label(text, options, budget);
}

std::string joined(const std::vector<std::string>& items, const LabelOptions& options = {}) {
  Budget budget;
  return list_label(items, options, budget);
}

LabelOptions dns() {
  LabelOptions options;
  options.allowed = "[a-zA-Z0-9-]";
  options.start = "[a-zA-Z]";
  options.end = "[a-zA-Z0-9]";
  options.replace = "--";
  options.letter_case = LetterCase::lower;
  return options;
}

TEST(Label, DropsWhatIsNotAWordCharacter) {
  EXPECT_EQ(label("Hello, World!"), "HelloWorld");
}

TEST(Label, KeepsLettersOfAnyScript) {
  EXPECT_EQ(label("héllo-日本"), "héllo日本");
}

TEST(Label, PutsSomethingBeforeAWrongFirstCharacter) {
  EXPECT_EQ(label("1abc"), "x1abc");
}

TEST(Label, ReplacesEachCharacterThatIsNotAllowed) {
  EXPECT_EQ(label("_foo/_bar", dns()), "x--foo----bar");
}

TEST(Label, DropsWrongCharactersAtItsEnd) {
  LabelOptions options = dns();
  options.replace = "-";
  EXPECT_EQ(label("a b--", options), "a-b");
}

TEST(Label, OfEmptyTextIsEmpty) {
  EXPECT_EQ(label("", dns()), "");
}

TEST(Label, CutsTheMiddleAndAddsADigestOfTheOriginal) {
  EXPECT_EQ(label(std::string(70, 'x')), std::string(60, 'x') + "u6r");
}

TEST(Label, CutsWithItsFillerInTheMiddle) {
  LabelOptions options;
  options.replace = "_";
  options.max = 10;
  options.digest_length = 0;
  options.letter_case = LetterCase::upper;
  EXPECT_EQ(label("1 convert me", options), "X1CON_RTME");
}

TEST(Label, DropsWrongCharactersWhenItIsTooLongAnyway) {
  LabelOptions options;
  options.replace = "_";
  options.max = 10;
  options.start_prepend = "_";
  options.letter_case = LetterCase::lower;
  EXPECT_EQ(label("1 Convert Me", options), "_1converrd");
}

TEST(Label, HasADigestOfTheGivenTextToo) {
  LabelOptions options;
  options.allowed = "\\w-";
  options.replace = "__";
  options.letter_case = LetterCase::lower;
  options.digest = "d80912dc";
  EXPECT_EQ(label("https://foo-bar.com", options), "https______foo-bar__comvit");
}

TEST(Label, CountsCharactersNotBytes) {
  LabelOptions options;
  options.max = 4;
  options.digest_length = 0;
  EXPECT_EQ(label("aééééé", options), "aééé");
}

TEST(Label, JoinsTheItemsOfAList) {
  EXPECT_EQ(joined({"_foo", "_bar"}, dns()), "x--foo--bar");
}

TEST(Label, AllowsTheSeparatorOfAList) {
  LabelOptions options;
  options.separator = ".";
  EXPECT_EQ(joined({"a.b", "c"}, options), "ab.c");
}

TEST(Label, GivesEachItemItsShare) {
  LabelOptions options;
  options.separator = ".";
  options.max = 10;
  EXPECT_EQ(joined({"longprefix", "name", "suffix"}, options), "lo.na.suRC");
}

TEST(Label, GivesLongItemsWhatShortOnesLeave) {
  LabelOptions options;
  options.separator = ".";
  options.replace = "-";
  options.max = 20;
  EXPECT_EQ(joined({"longprefix", "name", "suffix"}, options), "longpr.name.suffixRC");
  EXPECT_EQ(joined({"reallyreallylongprefix", "short"}, options), "reall-refix.shortyi");
}

TEST(Label, IsOnlyTheDigestWhenNothingElseFits) {
  LabelOptions options;
  options.separator = ".";
  options.max = 1;
  EXPECT_EQ(joined({"longprefix", "name", "suffix"}, options), "R");
}

TEST(Label, UnderstandsEscapedAndTrailingMarksInSets) {
  LabelOptions options;
  options.allowed = "a\\]\\-^-";
  EXPECT_EQ(label("a]b-c^", options), "a]-^");
}

TEST(Label, RefusesARangeThatIsBackwards) {
  LabelOptions options;
  options.allowed = "z-a";
  EXPECT_THROW(label("x", options), Error);
}

}  // namespace
}  // namespace evalground::unfurl
