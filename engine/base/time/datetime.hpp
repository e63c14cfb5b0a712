// Instants, the civil calendar, and their text forms: RFC 3339, strftime and strptime in the C locale.
//
// An instant counts microseconds since 1970-01-01T00:00:00Z, without leap seconds. A duration is also a count of
// microseconds. Offsets from UTC are fixed seconds. There is no database of time zones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground {

inline constexpr std::int64_t microseconds_per_second = 1'000'000;
inline constexpr std::int64_t microseconds_per_day = 86'400 * microseconds_per_second;

// A date and time of day in the proleptic Gregorian calendar. Every field is within its range.
struct CivilTime {
  std::int32_t year = 1970;
  std::uint32_t month = 1;  // 1 to 12
  std::uint32_t day = 1;    // 1 to 31
  std::uint32_t hour = 0;
  std::uint32_t minute = 0;
  std::uint32_t second = 0;  // 0 to 59
  std::uint32_t microsecond = 0;
  std::optional<std::int32_t> utc_offset;  // seconds east of UTC; nothing for an unknown zone ("naive")

  friend bool operator==(const CivilTime&, const CivilTime&) = default;
};

// True when the date exists and the time of day is within its range.
bool is_valid(const CivilTime& time);

// The instant of a valid time. Without an offset, the time is in UTC.
std::int64_t instant_of(const CivilTime& time);
// The local time at that offset.
CivilTime civil_time(std::int64_t instant, std::optional<std::int32_t> utc_offset = std::nullopt);

bool is_leap_year(std::int64_t year);
std::uint32_t days_in_month(std::int64_t year, std::uint32_t month);
// 1 for Monday to 7 for Sunday, as in ISO 8601.
std::uint32_t iso_weekday(const CivilTime& time);
// 1 for January 1.
std::uint32_t day_of_year(const CivilTime& time);

// A week of ISO 8601; its year may differ from the date's.
struct IsoWeek {
  std::int32_t year;
  std::uint32_t week;  // 1 to 53
};
IsoWeek iso_week(const CivilTime& time);

// Parses "2024-02-29T12:00:00.5+01:00", or the same with "Z". All fields are required and must exist in the calendar.
// Digits beyond microseconds are dropped. A second of 60 is refused, because instants have no leap seconds.
std::optional<std::int64_t> parse_instant(std::string_view text);

// The instant in UTC, "2024-02-29T11:00:00.500000Z", without a zero fraction. Nothing outside of the years 0 to 9999,
// which the format cannot express.
std::optional<std::string> instant_text(std::int64_t microseconds);

// Python's datetime.isoformat(): "2024-02-29T12:00:00.500000+01:00". The fraction and the offset are optional.
std::string iso_text(const CivilTime& time, char separator = 'T');
// An offset in the format of isoformat(): "+01:00", "-00:30:15".
std::string offset_text(std::int32_t utc_offset);

// Python's str(timedelta): "1 day, 0:00:05.500000", "-1 day, 23:59:59".
std::string duration_text(std::int64_t microseconds);

// strftime as in glibc's C locale, including flags (`%-d`, `%_H`, `%^a`, `%5Y`), and Python's %f. %Z is `zone_name`, %z
// the offset ("+0100"). Both are empty when unknown. Unknown directives are kept verbatim.
std::string format_time(std::string_view format, const CivilTime& time, std::string_view zone_name = {});

// A time parsed by strptime. Fields that the format does not name are those of 1900-01-01T00:00:00.
struct ParsedTime {
  CivilTime time;
  std::string error;  // empty, or Python's sentence: "time data 'x' does not match format '%Y'"

  explicit operator bool() const { return error.empty(); }
};

// Python's datetime.strptime with all of its directives, in the C locale. The zone names of %Z are UTC and GMT. Throws
// LimitError.
ParsedTime parse_time(std::string_view text, std::string_view format, Budget& budget);

}  // namespace evalground
