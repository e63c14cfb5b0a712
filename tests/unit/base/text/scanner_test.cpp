#include "base/text/scanner.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

TEST(Scanner, TakesTokensAndKnowsTheirOffsets) {
  Scanner scanner("12 ==  x");
  EXPECT_EQ(scanner.take_while(is_digit), "12");
  scanner.skip_whitespace();
  EXPECT_EQ(scanner.offset(), 3u);
  EXPECT_FALSE(scanner.take("==="));
  EXPECT_TRUE(scanner.take("=="));
  scanner.skip_whitespace(" ");
  EXPECT_TRUE(scanner.take('x'));
  EXPECT_FALSE(scanner.take('x'));
  EXPECT_TRUE(scanner.at_end());
  EXPECT_EQ(scanner.between(3, 5), "==");
}

TEST(Scanner, LooksAheadWithoutMoving) {
  Scanner scanner("ab");
  EXPECT_EQ(scanner.peek(), 'a');
  EXPECT_EQ(scanner.peek(1), 'b');
  EXPECT_EQ(scanner.peek(2), '\0');
  EXPECT_TRUE(scanner.sees("ab"));
  EXPECT_FALSE(scanner.sees("abc"));
  EXPECT_EQ(scanner.offset(), 0u);
}

TEST(Scanner, TellsANulByteFromTheEnd) {
  Scanner scanner(std::string_view("\0", 1));
  EXPECT_EQ(scanner.peek(), '\0');
  EXPECT_FALSE(scanner.at_end());
  EXPECT_TRUE(scanner.take('\0'));
  EXPECT_TRUE(scanner.at_end());
  EXPECT_FALSE(scanner.take('\0'));
}

TEST(Scanner, NeverMovesPastTheEnd) {
  Scanner scanner("abc");
  scanner.skip(2);
  EXPECT_EQ(scanner.rest(), "c");
  scanner.skip(99);
  EXPECT_TRUE(scanner.at_end());
  scanner.skip();
  EXPECT_EQ(scanner.offset(), 3u);
  EXPECT_EQ(scanner.rest(), "");
  EXPECT_EQ(scanner.peek_code_point().size, 0u);
}

TEST(Scanner, TakesRunsOfCodePoints) {
  Scanner scanner("naïve_1-x");
  EXPECT_EQ(scanner.take_code_points_while(is_word_character), "naïve_1");
  EXPECT_EQ(scanner.peek(), '-');
}

TEST(Scanner, GoesBackToAnEarlierOffset) {
  Scanner scanner("a.b");
  scanner.skip();
  const std::size_t mark = scanner.offset();
  scanner.take(".b");
  scanner.rewind(mark);
  EXPECT_EQ(scanner.rest(), ".b");
}

}  // namespace
}  // namespace evalground
