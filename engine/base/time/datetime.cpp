// Dates in the proleptic Gregorian calendar, as days and microseconds since 1970-01-01 UTC; no time zones, only
// offsets.
//
// Conversions are arithmetic, in constant time, for every year that fits: 400 years have 146,097 days, and a year that
// starts in March has its leap day at the end. Months from March have 31, 30, 31, 30, 31 days, and again, which is what
// (153 * month + 2) / 5 counts.
#include "base/time/datetime.hpp"

#include "base/text/scanner.hpp"

namespace evalground {
namespace {

constexpr std::int64_t seconds_per_day = 86'400;

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// Rounds down: an instant before 1970 lies in the day that has begun before it.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// Days since 1970-01-01. Years start in March, so that a leap day is the last day of its year.
std::int64_t days_of_date(std::int64_t year, std::uint32_t month, std::uint32_t day) {
  const std::int64_t years = month <= 2 ? year - 1 : year;
  const std::int64_t era = floor_quotient(years, 400);
  const std::int64_t year_of_era = years - era * 400;
  const std::int64_t month_from_march = (month + 9) % 12;
  const std::int64_t day_of_march_year = (153 * month_from_march + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_march_year;
  return era * 146'097 + day_of_era - 719'468;
}

// The inverse of days_of_date().
void set_date(CivilTime& time, std::int64_t days) {
  days += 719'468;
  const std::int64_t era = floor_quotient(days, 146'097);
  const std::int64_t day_of_era = days - era * 146'097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_march_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_march_year + 2) / 153;
  time.day = static_cast<std::uint32_t>(day_of_march_year - (153 * month_from_march + 2) / 5 + 1);
  time.month = static_cast<std::uint32_t>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  time.year = static_cast<std::int32_t>(year_of_era + era * 400 + (time.month <= 2 ? 1 : 0));
}

std::int64_t days_of(const CivilTime& time) {
  return days_of_date(time.year, time.month, time.day);
}

// Takes exactly `count` digits, as a number up to `highest`.
std::optional<std::uint32_t> take_number(Scanner& scanner, int count, std::uint32_t highest) {
  std::uint32_t number = 0;
  for (int i = 0; i < count; ++i) {
    if (!is_digit(scanner.peek())) return std::nullopt;
    number = number * 10 + static_cast<std::uint32_t>(scanner.peek() - '0');
    scanner.skip();
  }
  if (number > highest) return std::nullopt;
  return number;
}

bool take_date(Scanner& scanner, CivilTime& time) {
  const auto year = take_number(scanner, 4, 9999);
  if (!year || !scanner.take('-')) return false;
  const auto month = take_number(scanner, 2, 12);
  if (!month || !scanner.take('-')) return false;
  const auto day = take_number(scanner, 2, 31);
  if (!day) return false;
  time.year = static_cast<std::int32_t>(*year);
  time.month = *month;
  time.day = *day;
  return is_valid(time);
}

// Takes "hh:mm", the common part of times and offsets, in seconds.
std::optional<std::int32_t> take_minutes(Scanner& scanner) {
  const auto hour = take_number(scanner, 2, 23);
  if (!hour || !scanner.take(':')) return std::nullopt;
  const auto minute = take_number(scanner, 2, 59);
  if (!minute) return std::nullopt;
  return static_cast<std::int32_t>(*hour * 3600 + *minute * 60);
}

// Digits beyond microseconds are cut off, not rounded.
std::optional<std::uint32_t> take_fraction(Scanner& scanner) {
  if (!scanner.take('.')) return 0;
  const std::string_view digits = scanner.take_while(is_digit);
  if (digits.empty()) return std::nullopt;
  std::uint32_t fraction = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    fraction = fraction * 10 + (i < digits.size() ? static_cast<std::uint32_t>(digits[i] - '0') : 0);
  }
  return fraction;
}

std::optional<std::int32_t> take_offset(Scanner& scanner) {
  if (scanner.take('Z') || scanner.take('z')) return 0;
  const bool is_west = scanner.take('-');
  if (!is_west && !scanner.take('+')) return std::nullopt;
  const auto offset = take_minutes(scanner);
  if (!offset) return std::nullopt;
  return is_west ? -*offset : *offset;
}

void append_number(std::string& text, std::int64_t number, std::size_t digits) {
  const std::string shown = std::to_string(number < 0 ? -number : number);
  if (number < 0) text += '-';
  if (shown.size() < digits) text.append(digits - shown.size(), '0');
  text += shown;
}

}  // namespace

bool is_leap_year(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

std::uint32_t days_in_month(std::int64_t year, std::uint32_t month) {
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

bool is_valid(const CivilTime& time) {
  return time.month >= 1 && time.month <= 12 && time.day >= 1 && time.day <= days_in_month(time.year, time.month) &&
         time.hour <= 23 && time.minute <= 59 && time.second <= 59 && time.microsecond <= 999'999;
}

std::int64_t instant_of(const CivilTime& time) {
  const std::int64_t seconds =
      days_of(time) * seconds_per_day + time.hour * 3600 + time.minute * 60 + time.second - time.utc_offset.value_or(0);
  return seconds * microseconds_per_second + time.microsecond;
}

// The fields at that offset: the same instant has another hour in another place.
CivilTime civil_time(std::int64_t instant, std::optional<std::int32_t> utc_offset) {
  CivilTime time;
  const std::int64_t seconds = floor_quotient(instant, microseconds_per_second) + utc_offset.value_or(0);
  const std::int64_t days = floor_quotient(seconds, seconds_per_day);
  const auto second_of_day = static_cast<std::uint32_t>(seconds - days * seconds_per_day);
  set_date(time, days);
  time.hour = second_of_day / 3600;
  time.minute = second_of_day / 60 % 60;
  time.second = second_of_day % 60;
  const std::int64_t microsecond = instant % microseconds_per_second;
  time.microsecond = static_cast<std::uint32_t>(microsecond < 0 ? microsecond + microseconds_per_second : microsecond);
  time.utc_offset = utc_offset;
  return time;
}

// 1 is Monday, 7 is Sunday.
std::uint32_t iso_weekday(const CivilTime& time) {
  const std::int64_t days = days_of(time) + 3;  // 1970-01-01 was a Thursday
  return static_cast<std::uint32_t>(days - floor_quotient(days, 7) * 7 + 1);
}

std::uint32_t day_of_year(const CivilTime& time) {
  return static_cast<std::uint32_t>(days_of(time) - days_of_date(time.year, 1, 1) + 1);
}

// 2027-01-01 is a Friday, and in week 53 of 2026.
IsoWeek iso_week(const CivilTime& time) {
  // A week belongs to the year of its Thursday.
  CivilTime thursday;
  set_date(thursday, days_of(time) + 4 - static_cast<std::int64_t>(iso_weekday(time)));
  return {thursday.year, (day_of_year(thursday) - 1) / 7 + 1};
}

// RFC 3339, "2026-01-31T12:00:00.5+01:00", without leap seconds. An offset is required: without one, it is no instant.
std::optional<std::int64_t> parse_instant(std::string_view text) {
  Scanner scanner(text);
  CivilTime time;
  if (!take_date(scanner, time) || !(scanner.take('T') || scanner.take('t'))) return std::nullopt;
  const auto minutes = take_minutes(scanner);
  if (!minutes || !scanner.take(':')) return std::nullopt;
  const auto second = take_number(scanner, 2, 59);
  if (!second) return std::nullopt;
  const auto fraction = take_fraction(scanner);
  if (!fraction) return std::nullopt;
  time.utc_offset = take_offset(scanner);
  if (!time.utc_offset || !scanner.at_end()) return std::nullopt;
  const std::int64_t second_of_day = *minutes + static_cast<std::int64_t>(*second);
  return instant_of(time) + second_of_day * microseconds_per_second + *fraction;
}

std::optional<std::string> instant_text(std::int64_t instant) {
  const CivilTime time = civil_time(instant);
  if (time.year < 0 || time.year > 9999) return std::nullopt;
  return iso_text(time) + 'Z';
}

// Seconds are shown only where an offset has them, as in Python.
std::string offset_text(std::int32_t utc_offset) {
  std::string text(1, utc_offset < 0 ? '-' : '+');
  const std::int32_t seconds = utc_offset < 0 ? -utc_offset : utc_offset;
  append_number(text, seconds / 3600, 2);
  append_number(text += ':', seconds / 60 % 60, 2);
  if (seconds % 60 != 0) append_number(text += ':', seconds % 60, 2);
  return text;
}

std::string iso_text(const CivilTime& time, char separator) {
  std::string text;
  append_number(text, time.year, 4);
  append_number(text += '-', time.month, 2);
  append_number(text += '-', time.day, 2);
  append_number(text += separator, time.hour, 2);
  append_number(text += ':', time.minute, 2);
  append_number(text += ':', time.second, 2);
  if (time.microsecond != 0) append_number(text += '.', time.microsecond, 6);
  return time.utc_offset ? text + offset_text(*time.utc_offset) : text;
}

// Python's str(timedelta): -1 second is "-1 day, 23:59:59".
std::string duration_text(std::int64_t microseconds) {
  const std::int64_t days = floor_quotient(microseconds, microseconds_per_day);
  const CivilTime rest = civil_time(microseconds);  // its time of day
  std::string text;
  if (days != 0) text = std::to_string(days) + (days == 1 || days == -1 ? " day, " : " days, ");
  append_number(text, rest.hour, 1);
  append_number(text += ':', rest.minute, 2);
  append_number(text += ':', rest.second, 2);
  if (rest.microsecond != 0) append_number(text += '.', rest.microsecond, 6);
  return text;
}

}  // namespace evalground
