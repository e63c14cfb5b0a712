// Properties of dates and time spans: `now().year`, `timespan(minutes => 90).hours`. A date's fields are those of its
// own clock, at its offset.
#include "dialects/yaql/evaluation/properties.hpp"

#include <algorithm>

#include "dialects/yaql/evaluation/values.hpp"

namespace evalground::yaql {
namespace {

Value number(std::uint32_t field) {
  return Value::integer(static_cast<std::int64_t>(field));
}

std::optional<Value> property_of(const Datetime& datetime, std::string_view name) {
  const CivilTime time = datetime.civil();
  if (name == "year") return Value::integer(time.year);
  if (name == "month") return number(time.month);
  if (name == "day") return number(time.day);
  if (name == "hour") return number(time.hour);
  if (name == "minute") return number(time.minute);
  if (name == "second") return number(time.second);
  if (name == "microsecond") return number(time.microsecond);
  if (name == "weekday") return number(iso_weekday(time) - 1);  // Monday is 0
  if (name == "offset") return timespan_value(datetime.checked_offset());
  // The reference subtracts the offset twice: once to get UTC, and once more because `utc` has shifted the clock
  // already.
  if (name == "timestamp") return Value::real(seconds_of(datetime.instant - datetime.checked_offset()));
  const std::int64_t shown = datetime.instant + datetime.offset;
  const std::int64_t of_day = ((shown % microseconds_per_day) + microseconds_per_day) % microseconds_per_day;
  if (name == "date") return datetime_value(datetime.instant - of_day, datetime.offset);
  if (name == "time") return timespan_value(of_day);
  // As in the reference the clock goes back by the offset, but the offset remains: the result is a different instant.
  if (name == "utc") return datetime_value(datetime.instant - datetime.checked_offset(), datetime.offset);
  return std::nullopt;
}

// Units are reals, `90 minutes` is 1.5 hours, except microseconds, which are exact.
std::optional<Value> property_of(Microseconds microseconds, std::string_view name) {
  struct Unit {
    std::string_view name;
    double microseconds;
  };
  constexpr Unit units[] = {{"days", 86'400e6}, {"hours", 3'600e6}, {"minutes", 60e6}, {"seconds", 1e6}};
  if (name == "microseconds") return integer_of(microseconds);
  if (name == "milliseconds") return Value::real(static_cast<double>(microseconds) / 1e3);
  for (const Unit& unit : units) {
    if (unit.name == name) return Value::real(static_cast<double>(microseconds) / unit.microseconds);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> time_property(const Value& value, std::string_view name) {
  const YaqlObject* object = yaql_object(value);
  if (object == nullptr) return std::nullopt;
  if (object->kind == ObjectKind::datetime) return property_of(static_cast<const Datetime&>(*object), name);
  if (object->kind == ObjectKind::timespan)
    return property_of(static_cast<const Timespan*>(object)->microseconds, name);
  return std::nullopt;
}

bool is_time_property(std::string_view name) {
  constexpr std::string_view names[] = {
      "year", "month", "day", "hour", "minute", "second",  "microsecond", "weekday",      "offset",      "timestamp",
      "date", "time",  "utc", "days", "hours",  "minutes", "seconds",     "milliseconds", "microseconds"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace evalground::yaql
