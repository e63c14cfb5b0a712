#include <gtest/gtest.h>

#include "base/time/datetime.hpp"

namespace evalground {
namespace {

constexpr CivilTime afternoon{2024, 3, 5, 15, 4, 9, 70, 19800};

std::string formatted(std::string_view format) {
  return format_time(format, afternoon, "UTC+05:30");
}

// The ISO text of the parsed time, or the error.
std::string parsed(std::string_view text, std::string_view format) {
  Budget budget;
  const ParsedTime read = parse_time(text, format, budget);
  return read ? iso_text(read.time) : read.error;
}

TEST(FormatTime, KnowsEveryDirective) {
  EXPECT_EQ(formatted("%a %A %b %B %h %p %P"), "Tue Tuesday Mar March Mar PM pm");
  EXPECT_EQ(formatted("%Y %C %y %G %g %m %d %e %j"), "2024 20 24 2024 24 03 05  5 065");
  EXPECT_EQ(formatted("%H %k %I %l %M %S %f %s"), "15 15 03  3 04 09 000070 1709651049");
  EXPECT_EQ(formatted("%u %w %U %W %V"), "2 2 09 10 10");
  EXPECT_EQ(formatted("%c|%x|%X|%D|%F|%T|%R|%r"),
            "Tue Mar  5 15:04:09 2024|03/05/24|15:04:09|03/05/24|2024-03-05|15:04:09|15:04|03:04:09 PM");
  EXPECT_EQ(formatted("%z %Z%n%t%%"), "+0530 UTC+05:30\n\t%");
}

TEST(FormatTime, TakesFlagsAndWidths) {
  EXPECT_EQ(formatted("%-d %_d %05d %^a %#p %10B %_H %0e"), "5  5 00005 TUE pm      March 15 05");
}

TEST(FormatTime, LeavesWhatItDoesNotKnow) {
  EXPECT_EQ(formatted("%Q %E % 100%"), "%Q %E % 100%");
  EXPECT_EQ(format_time("[%z%Z]", {2024, 1, 1}), "[]");
}

TEST(ParseTime, ReadsWhatTheFormatNames) {
  EXPECT_EQ(parsed("2024-03-05 15:04:09.07", "%Y-%m-%d %H:%M:%S.%f"), "2024-03-05T15:04:09.070000");
  EXPECT_EQ(parsed("tuesday, 5 MARCH 24", "%A, %d %B %y"), "2024-03-05T00:00:00");
  EXPECT_EQ(parsed("12:30 am", "%I:%M %p"), "1900-01-01T00:30:00");
  EXPECT_EQ(parsed("2024  065", "%Y %j"), "2024-03-05T00:00:00");
  EXPECT_EQ(parsed("Tue Mar  5 15:04:09 2024", "%c"), "2024-03-05T15:04:09");
}

TEST(ParseTime, ReadsOffsets) {
  EXPECT_EQ(parsed("10 +0530", "%H %z"), "1900-01-01T10:00:00+05:30");
  EXPECT_EQ(parsed("-01:30:15", "%z"), "1900-01-01T00:00:00-01:30:15");
  EXPECT_EQ(parsed("Z", "%z"), "1900-01-01T00:00:00+00:00");
  EXPECT_EQ(parsed("gmt", "%Z"), "1900-01-01T00:00:00");
  EXPECT_EQ(parsed("+01:3000", "%z"), "Inconsistent use of : in +01:3000");
}

TEST(ParseTime, FindsDatesByTheirWeek) {
  EXPECT_EQ(parsed("2024 10 2", "%G %V %u"), "2024-03-05T00:00:00");
  EXPECT_EQ(parsed("2024 9 2", "%Y %U %w"), "2024-03-05T00:00:00");
  EXPECT_EQ(parsed("2023 0 Sun", "%Y %W %a"), "2023-01-01T00:00:00");
}

TEST(ParseTime, FailsInPythonsWords) {
  EXPECT_EQ(parsed("x", "%Y"), "time data 'x' does not match format '%Y'");
  EXPECT_EQ(parsed("2024x", "%Y"), "unconverted data remains: x");
  EXPECT_EQ(parsed("2024", "%Q"), "'Q' is a bad directive in format '%Q'");
  EXPECT_EQ(parsed("2024", "%"), "stray % in format '%'");
  EXPECT_EQ(parsed("2023-02-29", "%Y-%m-%d"), "day is out of range for month");
  EXPECT_EQ(parsed("29 02", "%d %m"), "day is out of range for month");
  EXPECT_EQ(parsed("61", "%S"), "second must be in 0..59");
}

}  // namespace
}  // namespace evalground
