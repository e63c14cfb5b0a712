#include "base/text/text.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "base/budget.hpp"
#include "base/memory.hpp"
#include "base/text/utf8.hpp"

namespace evalground {
namespace {

std::vector<std::string> pieces(std::string_view text, std::string_view separator) {
  std::vector<std::string> found;
  for (std::string_view piece : Split(text, separator)) found.emplace_back(piece);
  return found;
}

using Pieces = std::vector<std::string>;

TEST(Split, CutsAtEachSeparator) {
  EXPECT_EQ(pieces("a::b::c", "::"), (Pieces{"a", "b", "c"}));
}

TEST(Split, KeepsEmptyPieces) {
  EXPECT_EQ(pieces(",a,,", ","), (Pieces{"", "a", "", ""}));
}

TEST(Split, GivesOnePieceWithoutASeparatorInTheText) {
  EXPECT_EQ(pieces("abc", ","), Pieces{"abc"});
  EXPECT_EQ(pieces("", ","), Pieces{""});
  EXPECT_EQ(pieces("abc", ""), Pieces{"abc"});
}

TEST(Join, PutsTheSeparatorBetweenPieces) {
  EXPECT_EQ(join(Pieces{"a", "", "c"}, ", "), "a, , c");
  EXPECT_EQ(join(Pieces{"a"}, ", "), "a");
  EXPECT_EQ(join(Pieces{}, ", "), "");
}

TEST(Trim, RemovesAsciiWhiteSpace) {
  EXPECT_EQ(trim(" \t\r\n\v\fa b \n"), "a b");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Trim, RemovesTheGivenBytesFromOneEnd) {
  EXPECT_EQ(trim_start("xxaxx", "x"), "axx");
  EXPECT_EQ(trim_end("xxaxx", "x"), "xxa");
  EXPECT_EQ(trim_start("xx", "x"), "");
  EXPECT_EQ(trim_end("xx", "x"), "");
}

TEST(ReplaceAll, ReplacesFromLeftToRightWithoutOverlap) {
  EXPECT_EQ(replace_all("aaaaa", "aa", "b"), "bba");
  EXPECT_EQ(replace_all("a.b.", ".", "--"), "a--b--");
  EXPECT_EQ(replace_all("abc", "", "x"), "abc");
}

TEST(ReplaceAll, StopsAtTheMemoryLimitBeforeItGrows) {
  MemoryAccount account(1 << 20);
  const std::string many(100000, 'a');
  EXPECT_THROW(replace_all(many, "a", many), LimitError);
  EXPECT_EQ(replace_all(many, "a", "bb").size(), 200000u);
}

TEST(Join, StopsAtTheMemoryLimitBeforeItGrows) {
  MemoryAccount account(1 << 20);
  EXPECT_THROW(join(Pieces(10000, "a"), std::string(10000, '-')), LimitError);
}

TEST(TextWithRoom, ChargesNothing) {
  MemoryAccount account(1000);
  EXPECT_GE(text_with_room(1000).capacity(), 1000u);
  EXPECT_EQ(account.used(), 0u);
  EXPECT_THROW(text_with_room(std::uint64_t{1} << 40), LimitError);
}

TEST(Quote, EscapesWhatWouldBreakTheLine) {
  EXPECT_EQ(quote("say \"hi\"\n\t\r\\"), R"("say \"hi\"\n\t\r\\")");
}

TEST(Quote, ShowsUnprintableCharactersByNumber) {
  EXPECT_EQ(quote("\x1B[é中\u200B\U000E0041"), "\"\\u{1B}[é中\\u{200B}\\u{0E0041}\"");
}

TEST(Quote, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(quote("a\xFFz"), R"("a\xFFz")");
}

TEST(Quote, CutsLongTextByCodePoint) {
  EXPECT_EQ(quote("ééééé", 5), "\"ééééé\"");
  EXPECT_EQ(quote("éééééé", 5), "\"ééééé…\"");
}

std::optional<std::string_view> nearest(std::string_view name, std::vector<std::string_view> known) {
  return nearest_name(name, known);
}

TEST(NearestName, FindsInsertedDroppedChangedAndSwappedLetters) {
  for (std::string_view slip : {"get_attributes", "get_atribute", "get_attribude", "get_attirbute"}) {
    EXPECT_EQ(nearest(slip, {"get_env", "get_attribute", "get_input"}), "get_attribute") << slip;
  }
}

TEST(NearestName, PrefersTheNearerAndThenTheFirst) {
  EXPECT_EQ(nearest("concet", {"conceit", "concat", "concrete"}), "conceit");
  EXPECT_EQ(nearest("selekt", {"select1", "select"}), "select");
}

TEST(NearestName, TakesAnotherCaseForTheSameName) {
  EXPECT_EQ(nearest("EQ", {"or", "eq"}), "eq");
}

TEST(NearestName, SuggestsNothingForAnotherWord) {
  EXPECT_EQ(nearest("template", {"file", "temp", "tempfile2"}), std::nullopt);
  EXPECT_EQ(nearest("if", {"is", "or"}), std::nullopt);
  EXPECT_EQ(nearest("", {"or"}), std::nullopt);
}

TEST(NearestName, PassesOverNamesTooLongToCompare) {
  const std::string longest(64, 'a');
  EXPECT_EQ(nearest(longest, {longest + "a", longest}), longest);
  EXPECT_EQ(nearest(longest + "a", {longest}), std::nullopt);
}

TEST(MessageExcerpt, ShowsStartAndEndOfALongMessage) {
  EXPECT_EQ(message_excerpt("short"), "short");
  const std::string shown = message_excerpt("It is " + std::string(1'000'000, 'x') + ", which is wrong.");
  EXPECT_LT(shown.size(), 310u);
  EXPECT_TRUE(shown.starts_with("It is xxx"));
  EXPECT_TRUE(shown.ends_with("xxx, which is wrong."));
}

TEST(MessageExcerpt, ShowsAtMost300CharactersOfAValue) {
  const std::string longest(300, 'x');
  EXPECT_EQ(message_excerpt(longest), longest);
  const std::string shown = message_excerpt("It is " + longest + ".");
  EXPECT_LE(std::count(shown.begin(), shown.end(), 'x'), 300);
  EXPECT_NE(shown.find(" … "), std::string::npos);
}

TEST(MessageExcerpt, CutsNoCodePoint) {
  for (int shift = 0; shift < 4; ++shift) {
    std::string message(static_cast<std::size_t>(shift), 'x');
    for (int i = 0; i < 500; ++i) message += "😀";
    EXPECT_FALSE(find_invalid_utf8(message_excerpt(message)));
  }
}

}  // namespace
}  // namespace evalground
