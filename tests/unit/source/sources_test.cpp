#include "source/sources.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

OriginId mark(Sources& sources, std::uint32_t file, std::uint32_t begin, std::uint32_t end) {
  return sources.add({file, begin, end, Via::literal, 0, false});
}

TEST(Sources, CountsLinesAndColumnsFromOneInUtf16) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "x: 1\n\xF0\x9F\x98\x80\xC3\xA9: 2\n");
  EXPECT_EQ(sources.position(file, 0).line, 1u);
  EXPECT_EQ(sources.position(file, 3).column, 4u);
  const Position colon = sources.position(file, 11);  // after an emoji (two units) and é (one)
  EXPECT_EQ(colon.line, 2u);
  EXPECT_EQ(colon.column, 4u);
  EXPECT_EQ(sources.utf16_offset(file, 11), 8u);
}

TEST(Sources, PutsAnOffsetPastTheEndAtTheEnd) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "ab\n");
  EXPECT_EQ(sources.position(file, 99).line, 2u);
  EXPECT_EQ(sources.position(file, 99).column, 1u);
  EXPECT_EQ(sources.utf16_offset(file, 99), 3u);
}

TEST(Sources, CountsThroughALongLineOfAnyCharacters) {
  // Characters of one to four bytes, so that blocks of every size would cut some of them.
  std::string text = "\n";
  for (int i = 0; i < 3000; ++i) text += "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
  Sources sources;
  const std::uint32_t file = sources.add_file("long.json", text);
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::uint32_t begin = 1 + 10 * i;
    EXPECT_EQ(sources.position(file, begin).column, 5 * i + 1);
    EXPECT_EQ(sources.position(file, begin + 6).column, 5 * i + 4) << "before the emoji of group " << i;
    EXPECT_EQ(sources.utf16_offset(file, begin + 1), 5 * i + 2);
  }
  EXPECT_EQ(sources.position(file, static_cast<std::uint32_t>(text.size())).column, 15001u);
}

TEST(Sources, CountsInTextThatIsNoUtf8) {
  Sources sources;
  const std::uint32_t file = sources.add_file("raw", std::string(2000, '\x80'));
  EXPECT_LE(sources.position(file, 1999).column, 2000u);
  EXPECT_LT(sources.position(file, 100).column, sources.position(file, 1900).column);
}

TEST(Sources, GivesTheTextOfAnOrigin) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "port: 80");
  EXPECT_EQ(sources.text_of(mark(sources, file, 6, 8)), "80");
}

TEST(Sources, ChainsAnOriginToWhatItCameThrough) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "port: 80\n+/x:");
  const OriginId value = mark(sources, file, 6, 8);
  const OriginId directive = mark(sources, file, 9, 12);
  const OriginId chained = sources.chain(value, Via::merge, directive, true);
  EXPECT_EQ(sources.origin(chained).begin, 6u);
  EXPECT_EQ(sources.origin(chained).via, Via::merge);
  EXPECT_EQ(sources.origin(chained).previous, directive);
  EXPECT_TRUE(sources.origin(chained).overrides);
  EXPECT_EQ(sources.chain(0, Via::merge, directive), 0u);
}

TEST(Snippet, ShowsTheLineWithACaretBelow) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "x: 1\nport: \xC3\xA9tt # no\ny: 2");
  EXPECT_EQ(sources.snippet(mark(sources, file, 11, 15)),
            " 2 | port: \xC3\xA9tt # no\n"
            "   |       ^^^\n");
}

TEST(Snippet, KeepsTabsSoThatTheCaretStandsBelow) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "\tx");
  EXPECT_EQ(sources.snippet(mark(sources, file, 1, 2)), " 1 | \tx\n   | \t^\n");
}

TEST(Snippet, CutsLongLinesAroundThePlace) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", std::string(5000, 'a') + "!" + std::string(5000, 'b'));
  const std::string text = sources.snippet(mark(sources, file, 5000, 5001));
  EXPECT_LT(text.size(), 400u);
  const std::size_t line_end = text.find('\n');
  const std::string first = text.substr(0, line_end);
  const std::string second = text.substr(line_end + 1);
  // The ellipsis takes three bytes and one column.
  EXPECT_EQ(first.find('!') - 2, second.find('^'));
}

TEST(Snippet, MarksOnePlaceInAnEmptyFile) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "");
  EXPECT_EQ(sources.snippet(mark(sources, file, 0, 0)), " 1 | \n   | ^\n");
}

TEST(FindName, FindsTheFirstThatIsNoPartOfALongerName) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "x: ::a.name::.na::$na-me[.na=1]");
  const OriginId query = mark(sources, file, 3, 32);
  const auto place = sources.find_name(query, ".na");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->begin, 13u);
  EXPECT_EQ(place->end, 16u);
  EXPECT_FALSE(sources.find_name(query, "na-m"));
  EXPECT_FALSE(sources.find_name(query, "x"));
  EXPECT_TRUE(sources.find_name(query, "na-me"));
}

TEST(FindName, FindsNothingWithoutAPlaceOrAName) {
  Sources sources;
  const std::uint32_t file = sources.add_file("a.yaml", "x: 1");
  EXPECT_FALSE(sources.find_name(0, "x"));
  EXPECT_FALSE(sources.find_name(mark(sources, file, 0, 4), ""));
}

}  // namespace
}  // namespace evalground
