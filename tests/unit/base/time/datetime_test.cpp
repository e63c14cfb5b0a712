#include "base/time/datetime.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace evalground {
namespace {

TEST(ParseInstant, CountsMicrosecondsSince1970) {
  EXPECT_EQ(parse_instant("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_instant("2001-09-09T01:46:40Z"), 1000000000000000);
  EXPECT_EQ(parse_instant("1969-12-31T23:59:59.999999Z"), -1);
  EXPECT_EQ(parse_instant("0000-01-01T00:00:00Z"), -62167219200000000);
  EXPECT_EQ(parse_instant("9999-12-31T23:59:59.999999Z"), 253402300799999999);
}

TEST(ParseInstant, SubtractsTheOffset) {
  EXPECT_EQ(parse_instant("1970-01-01T01:30:00+01:30"), 0);
  EXPECT_EQ(parse_instant("1969-12-31T19:00:00-05:00"), 0);
  EXPECT_EQ(parse_instant("1970-01-01t00:00:00z"), 0);
}

TEST(ParseInstant, DropsDigitsBeyondMicroseconds) {
  EXPECT_EQ(parse_instant("1970-01-01T00:00:00.5Z"), 500000);
  EXPECT_EQ(parse_instant("1970-01-01T00:00:00.1234569Z"), 123456);
}

TEST(ParseInstant, KnowsTheCalendar) {
  EXPECT_TRUE(parse_instant("2024-02-29T00:00:00Z"));
  EXPECT_TRUE(parse_instant("2000-02-29T00:00:00Z"));
  EXPECT_FALSE(parse_instant("2023-02-29T00:00:00Z"));
  EXPECT_FALSE(parse_instant("1900-02-29T00:00:00Z"));
  EXPECT_FALSE(parse_instant("2024-04-31T00:00:00Z"));
}

TEST(ParseInstant, RefusesAllOtherForms) {
  for (std::string_view text : {"",
                                "2024-01-01",
                                "2024-01-01T00:00:00",
                                "2024-01-01 00:00:00Z",
                                "2024-1-01T00:00:00Z",
                                "24-01-01T00:00:00Z",
                                "2024-00-01T00:00:00Z",
                                "2024-13-01T00:00:00Z",
                                "2024-01-00T00:00:00Z",
                                "2024-01-01T24:00:00Z",
                                "2024-01-01T00:60:00Z",
                                "2024-01-01T23:59:60Z",
                                "2024-01-01T00:00:00.Z",
                                "2024-01-01T00:00Z",
                                "2024-01-01T00:00:00+24:00",
                                "2024-01-01T00:00:00+0100",
                                "2024-01-01T00:00:00+01",
                                "2024-01-01T00:00:00ZZ",
                                " 2024-01-01T00:00:00Z",
                                "-024-01-01T00:00:00Z",
                                "2024-01-01T00:00:00,5Z"}) {
    EXPECT_FALSE(parse_instant(text)) << text;
  }
}

TEST(InstantText, WritesUtcWithAFractionOnlyWhenThereIsOne) {
  EXPECT_EQ(instant_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(instant_text(1709204400500000), "2024-02-29T11:00:00.500000Z");
  EXPECT_EQ(instant_text(-1), "1969-12-31T23:59:59.999999Z");
}

TEST(InstantText, EndsWhereTheFormatDoes) {
  EXPECT_EQ(instant_text(-62167219200000000), "0000-01-01T00:00:00Z");
  EXPECT_EQ(instant_text(-62167219200000001), std::nullopt);
  EXPECT_EQ(instant_text(253402300799999999), "9999-12-31T23:59:59.999999Z");
  EXPECT_EQ(instant_text(253402300800000000), std::nullopt);
  EXPECT_EQ(instant_text(std::numeric_limits<std::int64_t>::min()), std::nullopt);
  EXPECT_EQ(instant_text(std::numeric_limits<std::int64_t>::max()), std::nullopt);
}

TEST(InstantText, ReadsBackAsTheSameInstant) {
  for (std::int64_t instant = -62167219200000000; instant < 253402300799999999; instant += 98765432123456) {
    ASSERT_EQ(parse_instant(*instant_text(instant)), instant);
  }
}

TEST(CivilTime, IsTheInstantAtAnOffset) {
  const CivilTime time{2024, 2, 29, 12, 30, 15, 500000, 19800};
  EXPECT_EQ(instant_of(time), *parse_instant("2024-02-29T12:30:15.5+05:30"));
  EXPECT_EQ(civil_time(instant_of(time), 19800), time);
  EXPECT_EQ(civil_time(-1), (CivilTime{1969, 12, 31, 23, 59, 59, 999999, std::nullopt}));
  EXPECT_EQ(civil_time(std::numeric_limits<std::int64_t>::min()).year, -290308);
}

TEST(CivilTime, IsValidWhereTheCalendarHasIt) {
  EXPECT_TRUE(is_valid({2024, 2, 29}));
  EXPECT_FALSE(is_valid({2023, 2, 29}));
  EXPECT_FALSE(is_valid({2023, 0, 1}));
  EXPECT_FALSE(is_valid({2023, 1, 1, 24}));
}

TEST(CivilTime, KnowsItsWeekAndDay) {
  const CivilTime time{2027, 1, 2};
  EXPECT_EQ(iso_week(time).year, 2026);
  EXPECT_EQ(iso_week(time).week, 53U);
  EXPECT_EQ(iso_weekday(time), 6U);
  EXPECT_EQ(day_of_year({2024, 12, 31}), 366U);
}

TEST(IsoText, HasFractionAndOffsetWhereThereAreSome) {
  EXPECT_EQ(iso_text({33, 1, 2}), "0033-01-02T00:00:00");
  EXPECT_EQ(iso_text({2024, 1, 2, 3, 4, 5, 60, -5415}, ' '), "2024-01-02 03:04:05.000060-01:30:15");
}

TEST(DurationText, IsPythons) {
  EXPECT_EQ(duration_text(0), "0:00:00");
  EXPECT_EQ(duration_text(microseconds_per_day + 5'500'000), "1 day, 0:00:05.500000");
  EXPECT_EQ(duration_text(-1), "-1 day, 23:59:59.999999");
  EXPECT_EQ(duration_text(-2 * microseconds_per_day), "-2 days, 0:00:00");
}

}  // namespace
}  // namespace evalground
