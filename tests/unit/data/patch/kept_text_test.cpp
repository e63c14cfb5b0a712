#include "data/patch/kept_text.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(KeptText, CopiesWhatIsNotDropped) {
  Budget budget;
  KeptText text("one two three", budget);
  text.keep_to(4);
  text.drop_to(8);
  text.put("2 ");
  text.keep_to(6);  // already passed
  EXPECT_EQ(text.finish(), "one 2 three");
}

TEST(KeptText, PutsTextInWithTheLineBreaksOfTheOld) {
  Budget budget;
  KeptText text("a\r\nb\r\n", budget);
  text.keep_to(3);
  text.put_lines("x\ny\n");
  EXPECT_EQ(text.finish(), "a\r\nx\r\ny\r\nb\r\n");
}

TEST(KeptText, BeginsLinesBehindALineBreak) {
  Budget budget;
  KeptText text("a", budget);
  text.keep_to(1);
  text.put_lines("b\n");
  EXPECT_TRUE(text.is_past_end());
  EXPECT_EQ(text.finish(), "a\nb\n");
}

TEST(KeptText, NeedsNoLineBreakBehindAByteOrderMark) {
  Budget budget;
  KeptText text("\xEF\xBB\xBF", budget);
  text.keep_to(3);
  text.put_lines("a\n");
  EXPECT_EQ(text.finish(),
            "\xEF\xBB\xBF"
            "a\n");
}

TEST(Lines, EndWithAnyLineBreak) {
  Budget budget;
  const KeptText text(
      "\xEF\xBB\xBF"
      "ab\r\ncd\re",
      budget);
  EXPECT_EQ(text.line_start(4), 3U);
  EXPECT_EQ(text.line_end(3), 5U);
  EXPECT_EQ(text.next_line(3), 7U);
  EXPECT_EQ(text.next_line(7), 10U);
  EXPECT_EQ(text.next_line(10), 11U);
  EXPECT_EQ(text.column(8), 1U);
}

TEST(KeptText, ChargesWhatItMakes) {
  Budget budget({.output = 10});
  KeptText text("12345678", budget);
  EXPECT_THROW(text.put("abc"), LimitError);
}

}  // namespace
}  // namespace evalground
