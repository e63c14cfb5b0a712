// Dates and time spans (yaql/standard_library/date_time.py). A date has a fixed offset from UTC and no time zone, so
// there is no daylight saving time.
//
// Instants and spans are microseconds: 64 bits for an instant, 128 bits for a span, because Python's spans can be
// longer than all dates together. Python's datetime module decides all limits and roundings.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/functions/families.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {
namespace datetime_family {
namespace {

// An offset of a day or more is accepted here. Only functions that depend on it refuse it: `datetime(0, timespan(1,
// 2)).hour` -> 2.
std::int64_t offset_of(Arguments& arguments, std::size_t index) {
  if (arguments[index].is_null()) return 0;
  const Microseconds offset = as_timespan(arguments[index]);
  constexpr Microseconds most = Microseconds{10'000 * 366} * microseconds_per_day;
  if (offset < -most || offset > most) throw Error("overflow-error", "The date is out of range.");
  return static_cast<std::int64_t>(offset);
}

// The date with these fields (year to microsecond) at that offset. Each field is checked as Python's datetime() does.
Value date_of(const std::array<std::int64_t, 7>& fields, std::int64_t offset) {
  constexpr std::string_view names[] = {"year", "month", "day", "hour", "minute", "second", "microsecond"};
  constexpr std::int64_t lowest[] = {1, 1, 1, 0, 0, 0, 0};
  constexpr std::int64_t highest[] = {9999, 12, 31, 23, 59, 59, 999'999};
  for (std::size_t at = 0; at < fields.size(); ++at) {
    std::int64_t most = highest[at];
    if (at == 2) most = days_in_month(fields[0], static_cast<std::uint32_t>(fields[1]));
    if (fields[at] < lowest[at] || fields[at] > most) {
      throw Error("value-error", "The " + std::string(names[at]) + " of a date must be " + std::to_string(lowest[at]) +
                                     " to " + std::to_string(most) + ", not " + std::to_string(fields[at]) + ".");
    }
  }
  CivilTime time;
  time.year = static_cast<std::int32_t>(fields[0]);
  time.month = static_cast<std::uint32_t>(fields[1]);
  time.day = static_cast<std::uint32_t>(fields[2]);
  time.hour = static_cast<std::uint32_t>(fields[3]);
  time.minute = static_cast<std::uint32_t>(fields[4]);
  time.second = static_cast<std::uint32_t>(fields[5]);
  time.microsecond = static_cast<std::uint32_t>(fields[6]);
  return datetime_value(instant_of(time) - offset, offset);
}

// The fields are local time at the offset, so the offset is subtracted from the instant (date_of).
Value date_of_fields(Call& call) {
  Arguments& arguments = arguments_of(call);
  std::array<std::int64_t, 7> fields;
  for (std::size_t at = 0; at < fields.size(); ++at) fields[at] = arguments.integer(at);
  return date_of(fields, offset_of(arguments, 7));
}

// The seconds are split before they are scaled, so that whole seconds stay exact. Halves of a microsecond round to
// even.
Value date_of_timestamp(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Value& timestamp = arguments[0];
  const double seconds = timestamp.is_number() ? timestamp.as_real() : INFINITY;
  if (!(std::abs(seconds) < 1e12)) throw Error("value-error", "The timestamp is out of range.");
  const auto whole = static_cast<std::int64_t>(std::floor(seconds));
  const auto fraction = static_cast<std::int64_t>(std::nearbyint((seconds - static_cast<double>(whole)) * 1e6));
  return datetime_value(whole * microseconds_per_second + fraction, offset_of(arguments, 1));
}

// A parsed time has its offset as a field. Without one it is UTC.
Value date_of_time(const CivilTime& time) {
  CivilTime local = time;
  local.utc_offset.reset();
  const std::int64_t offset = std::int64_t{time.utc_offset.value_or(0)} * microseconds_per_second;
  return datetime_value(instant_of(local) - offset, offset);
}

// What the reference's date parser (dateutil) accepts of ISO 8601 and its near variants: 2015, 2015-08, 2015-8-29 and
// 20150829; then, after T or a blank, 10, 10:20, 10:20:30 or 102030 with an optional fraction; then Z, +hh, +hhmm or
// +hh:mm. A text without an offset is UTC.
class LenientDate {
 public:
  explicit LenientDate(std::string_view text) : scanner_(trim(text)) {}

  // Each part is optional from the right: the defaults are January 1 and midnight. Any text that is left over makes the
  // date invalid.
  std::optional<CivilTime> read() {
    CivilTime time;
    const auto year = number(4);
    if (!year) return std::nullopt;
    time.year = static_cast<std::int32_t>(*year);
    const bool has_dashes = scanner_.peek() == '-' || scanner_.peek() == '/';
    const auto separate = [&] { return !has_dashes || scanner_.take('-') || scanner_.take('/'); };
    if (!scanner_.at_end()) {
      if (!separate()) return std::nullopt;
      const auto month = has_dashes ? short_number() : number(2);
      if (!month) return std::nullopt;
      time.month = *month;
      if (!scanner_.at_end()) {
        if (!separate()) return std::nullopt;
        const auto day = has_dashes ? short_number() : number(2);
        if (!day) return std::nullopt;
        time.day = *day;
      }
    }
    scanner_.skip_whitespace(" ");
    scanner_.take('T') || scanner_.take('t');
    if (!scanner_.at_end() && !read_time(time)) return std::nullopt;
    if (!scanner_.at_end() || !is_valid(time) || time.year < 1) return std::nullopt;
    return time;
  }

 private:
  std::optional<std::uint32_t> number(std::size_t digits) {
    std::uint32_t result = 0;
    for (std::size_t at = 0; at < digits; ++at) {
      const char c = scanner_.peek();
      if (!is_ascii_digit(c)) return std::nullopt;
      result = result * 10 + static_cast<std::uint32_t>(c - '0');
      scanner_.skip();
    }
    return result;
  }

  // One or two digits.
  std::optional<std::uint32_t> short_number() {
    const auto first = number(1);
    if (!first) return std::nullopt;
    const auto second = number(1);
    return second ? *first * 10 + *second : *first;
  }

  // The seconds may be missing, "10:20". Then no fraction may follow.
  bool read_time(CivilTime& time) {
    // Between colons a number may have one digit. Without colons each has two: 102030.
    const bool is_short = scanner_.peek(1) == ':';
    const auto hour = number(is_short ? 1 : 2);
    if (!hour) return false;
    time.hour = *hour;
    const bool has_colons = scanner_.take(':');
    const auto next = [&] { return has_colons ? short_number() : number(2); };
    if (has_colons || is_ascii_digit(scanner_.peek())) {
      const auto minute = next();
      if (!minute) return false;
      time.minute = *minute;
      if (has_colons ? scanner_.take(':') : is_ascii_digit(scanner_.peek())) {
        const auto second = next();
        if (!second) return false;
        time.second = *second;
        if ((scanner_.take('.') || scanner_.take(',')) && !read_fraction(time)) return false;
      }
    }
    scanner_.skip_whitespace(" ");
    return read_offset(time);
  }

  // Digits beyond microseconds are dropped, not rounded.
  bool read_fraction(CivilTime& time) {
    const std::string_view digits = scanner_.take_while(is_ascii_digit);
    for (std::size_t at = 0; at < 6; ++at) {
      time.microsecond =
          time.microsecond * 10 + (at < digits.size() ? static_cast<std::uint32_t>(digits[at] - '0') : 0);
    }
    return !digits.empty();
  }

  // Offsets of 24 hours and more are invalid here, while those given as a time span are checked only on use.
  bool read_offset(CivilTime& time) {
    if (scanner_.at_end() || scanner_.take('Z') || scanner_.take('z') || scanner_.take("UTC") || scanner_.take("GMT")) {
      return true;
    }
    const bool is_west = scanner_.take('-');
    if (!is_west && !scanner_.take('+')) return false;
    const auto hours = number(2);
    if (!hours) return false;
    scanner_.take(':');
    const std::uint32_t minutes = scanner_.at_end() ? 0 : number(2).value_or(99);
    if (*hours > 23 || minutes > 59) return false;
    const auto seconds = static_cast<std::int32_t>(*hours * 3600 + minutes * 60);
    time.utc_offset = is_west ? -seconds : seconds;
    return true;
  }

  Scanner scanner_;
};

// With a format, strptime's rules apply; without one, the lenient reader above.
Value date_of_text(Call& call) {
  Arguments& arguments = arguments_of(call);
  const std::string_view text = arguments.string(0);
  if (!arguments[1].is_null() && !arguments.string(1).empty()) {
    const ParsedTime parsed = parse_time(text, arguments.string(1), arguments.budget());
    if (!parsed) {
      throw Error("value-error",
                  "The date " + quote(text) + " does not have the format " + quote(arguments.string(1)) + ".");
    }
    return date_of_time(parsed.time);
  }
  const std::optional<CivilTime> time = LenientDate(text).read();
  if (!time) throw Error("value-error", "The text " + quote(text) + " is no date as in ISO 8601.");
  return date_of_time(*time);
}

// The clock of the run, so repeated runs of a workspace give the same result.
Value now(Call& call) {
  Arguments& arguments = arguments_of(call);
  return datetime_value(arguments.context.clock.now(), offset_of(arguments, 0));
}

Value no_offset(Call&) {
  return timespan_value(0);
}

Value make_timespan(Call& call) {
  Arguments& arguments = arguments_of(call);
  constexpr std::int64_t units[] = {microseconds_per_day,
                                    3600 * microseconds_per_second,
                                    60 * microseconds_per_second,
                                    microseconds_per_second,
                                    1000,
                                    1};
  // The sum of all units with 128 bits, since the parts may be larger than the result: `timespan(days => 1, hours =>
  // -24)` is empty.
  Microseconds total = 0;
  for (std::size_t at = 0; at < std::size(units); ++at) {
    const std::optional<Microseconds> part = wide_integer(arguments[at]);
    constexpr Microseconds most = Microseconds{1} << 80;
    if (!part || *part > most || *part < -most) throw Error("overflow-error", "The time span is too long.");
    total += *part * units[at];
  }
  return timespan_value(total);
}

// The date with some fields replaced. The result must be a valid date: the 31st cannot become one of February.
Value replace(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Datetime& datetime = as_datetime(arguments[0]);
  const CivilTime time = datetime.civil();
  std::array<std::int64_t, 7> fields = {time.year,   time.month,  time.day,        time.hour,
                                        time.minute, time.second, time.microsecond};
  for (std::size_t at = 0; at < fields.size(); ++at) {
    if (!arguments[at + 1].is_null()) fields[at] = arguments.integer(at + 1);
  }
  return date_of(fields, arguments[8].is_null() ? datetime.offset : offset_of(arguments, 8));
}

// `%z` prints the offset, so it must be shorter than a day. Other directives do not depend on it.
Value format(Call& call) {
  Arguments& arguments = arguments_of(call);
  const Datetime& datetime = as_datetime(arguments[0]);
  CivilTime time = datetime.civil();
  const std::string_view pattern = arguments.string(1);
  if (pattern.find("%z") != std::string_view::npos) datetime.checked_offset();
  time.utc_offset =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(datetime.offset / microseconds_per_second, -86'399, 86'399));
  return Value::string(format_time(pattern, time, datetime.offset == 0 ? "UTC" : ""));
}

Value is_datetime(Call& call) {
  return Value::boolean(is_a(arguments_of(call)[0], ObjectKind::datetime));
}

Value is_timespan(Call& call) {
  return Value::boolean(is_a(arguments_of(call)[0], ObjectKind::timespan));
}

constexpr Example fields_examples[] = {{"datetime(2015, 9, 29, 16, 30).hour", "", "16"}};
constexpr Example timestamp_examples[] = {{"datetime(1256953732).year", "", "2009"}};
constexpr Example text_examples[] = {{"datetime('2015-08-29T10:20:30Z').minute", "", "20"},
                                     {"datetime('29.8.2015', '%d.%m.%Y').month", "", "8"}};
constexpr Example now_examples[] = {{"isDatetime(now())", "", "true"}};
constexpr Example utctz_examples[] = {{"utctz() = timespan()", "", "true"}};
constexpr Example localtz_examples[] = {{"isTimespan(localtz())", "", "true"}};
constexpr Example timespan_examples[] = {{"timespan(days => 1, hours => 2).hours", "", "26.0"}};
constexpr Example replace_examples[] = {{"datetime(2015, 9, 29).replace(month => 1).month", "", "1"}};
constexpr Example format_examples[] = {
    {"datetime(2006, 1, 2, 15, 4).format('%A, %d %B %Y, %H:%M')", "", R"("Monday, 02 January 2006, 15:04")"}};
constexpr Example is_datetime_examples[] = {{"isDatetime('2010-10-10')", "", "false"}};
constexpr Example is_timespan_examples[] = {{"isTimespan(timespan())", "", "true"}};
constexpr Example property_examples[] = {{"let(datetime(2015, 9, 29)) -> [$.year, $.weekday]", "", "[2015, 1]"},
                                         {"timespan(minutes => 90).hours", "", "1.5"}};

}  // namespace
}  // namespace datetime_family

std::span<const Function> datetime_functions() {
  using namespace datetime_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "datetime(string: string, format: string = null) -> datetime",
       .summary = "The date that a text names, as in ISO 8601 or by a strptime format.",
       .details = "Text without an offset is UTC.",
       .examples = text_examples,
       .call = date_of_text},
      {.kind = "function",
       .signature = "datetime(timestamp: number, offset: timespan = timespan()) -> datetime",
       .summary = "The date that many seconds after the start of 1970 UTC.",
       .examples = timestamp_examples,
       .call = date_of_timestamp},
      {.kind = "function",
       .signature = "datetime(year: integer, month: integer, day: integer, hour: integer = 0, minute: integer = 0, "
                    "second: integer = 0, microsecond: integer = 0, offset: timespan = timespan()) -> datetime",
       .summary = "The date with these fields.",
       .examples = fields_examples,
       .call = date_of_fields},
      {.kind = "function",
       .signature = "now(offset: timespan? = timespan()) -> datetime",
       .summary = "The instant of the workspace's clock.",
       .effects = Effects::clock,
       .examples = now_examples,
       .call = now},
      {.kind = "function",
       .signature = "utctz() -> timespan",
       .summary = "The offset of UTC: none.",
       .examples = utctz_examples,
       .call = no_offset},
      {.kind = "function",
       .signature = "localtz() -> timespan",
       .summary = "The offset of the local time, which is UTC here.",
       .changed = "3.0",
       .examples = localtz_examples,
       .call = no_offset},
      {.kind = "function",
       .signature = "timespan(days: integer = 0, hours: integer = 0, minutes: integer = 0, seconds: integer! = 0, "
                    "milliseconds: integer! = 0, microseconds: integer! = 0) -> timespan",
       .summary = "A length of time.",
       .examples = timespan_examples,
       .call = make_timespan},
      {.kind = "method",
       .signature =
           "replace(dt: datetime, year: integer = null, month: integer = null, day: integer = null, "
           "hour: integer = null, minute: integer = null, second: integer = null, microsecond: integer = null, "
           "offset: timespan = null) -> datetime",
       .summary = "The date with some fields changed.",
       .examples = replace_examples,
       .call = replace},
      {.kind = "method",
       .signature = "format(dt: datetime, format: string) -> string",
       .summary = "The date as text by a strftime format, with English names.",
       .examples = format_examples,
       .call = format},
      {.kind = "function",
       .signature = "isDatetime(value: any) -> boolean",
       .summary = "Whether the value is a date.",
       .examples = is_datetime_examples,
       .call = is_datetime},
      {.kind = "function",
       .signature = "isTimespan(value: any) -> boolean",
       .summary = "Whether the value is a time span.",
       .examples = is_timespan_examples,
       .call = is_timespan},
      {.kind = "property",
       .signature = ".year",
       .summary =
           "A date has year, month, day, hour, minute, second, microsecond, weekday, date, time, utc, offset and "
           "timestamp; a time span days, hours, minutes, seconds, milliseconds and microseconds.",
       .details = "Monday is weekday 0. The properties of a time span are totals.",
       .examples = property_examples},
  };
  return all;
}

}  // namespace evalground::yaql
