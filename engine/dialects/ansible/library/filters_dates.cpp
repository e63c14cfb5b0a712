// Filters that format and parse dates.
#include <cmath>

#include "base/time/datetime.hpp"
#include "dialects/ansible/data/dates.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace filters_dates_family {
namespace {

// A format in which "%f" is protected: C's strftime leaves it unchanged, unlike Python's datetime.
std::string without_fractions(std::string_view format) {
  std::string result;
  for (std::size_t at = 0; at < format.size(); ++at) {
    result += format[at];
    if (format[at] != '%' || at + 1 == format.size()) continue;
    if (format[at + 1] == 'f') result += '%';
    result += format[++at];
  }
  return result;
}

// A format with "%s" replaced by the seconds since 1970.
std::string with_seconds(std::string_view format, std::int64_t seconds) {
  std::string result;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%' || at + 1 == format.size()) {
      result += format[at];
    } else if (format[++at] == 's') {
      result += std::to_string(seconds);
    } else {
      result += {'%', format[at]};
    }
  }
  return result;
}

std::string required_format(FunctionCall& call) {
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("strftime() argument 1 must be str, not " + call.evaluator.type_name(call[0]), "type-error");
  }
  return without_fractions(call.text(0));
}

// A time in a distant year. The calendar repeats every 400 years, so it is computed for a near one.
Value far_time(FunctionCall& call, double whole_seconds) {
  constexpr std::int64_t cycle = std::int64_t{146'097} * 86'400;
  const auto seconds = static_cast<std::int64_t>(whole_seconds);
  const std::int64_t cycles = seconds / cycle - (seconds % cycle < 0 ? 1 : 0);
  CivilTime time = civil_time((seconds - cycles * cycle) * microseconds_per_second, 0);
  time.year += static_cast<std::int32_t>(cycles * 400);
  return Value::string(format_time(with_seconds(required_format(call), seconds), time, call.truth(2) ? "GMT" : "UTC"));
}

// Local time is UTC here. They differ only in the name of the time zone.
Value strftime(Call& base) {
  FunctionCall& call = function_call(base);
  std::int64_t instant = call.context.clock.now();
  if (call.set(1)) {
    call.evaluator.note_sensitive(call[1]);
    const auto fail = [&] { call.fail("Invalid value for epoch value (" + call.evaluator.text(call[1]) + ")"); };
    const Value seconds = recover([&] { return python_float(call[1]); }, [&](const Error&) { return Value::null(); });
    // The year must fit a C int.
    if (seconds.is_null() || !(std::abs(seconds.as_real()) < 6.7767e16)) fail();
    if (std::abs(seconds.as_real()) >= 9.2e12) return far_time(call, std::floor(seconds.as_real()));
    instant = static_cast<std::int64_t>(std::floor(seconds.as_real())) * microseconds_per_second;
  }
  return Value::string(format_time(required_format(call), civil_time(instant, 0), call.truth(2) ? "GMT" : "UTC"));
}

Value to_datetime(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("strptime() argument 1 must be str, not " + call.evaluator.type_name(call[0]));
  }
  call.evaluator.require(call[1]);
  if (!call[1].is_string()) {
    call.fail("strptime() argument 2 must be str, not " + call.evaluator.type_name(call[1]), "type-error");
  }
  const ParsedTime parsed = parse_time(call.text(0), call.text(1), call.context.budget);
  if (!parsed) call.fail(parsed.error);
  return make_datetime(call.evaluator, parsed.time);
}

constexpr Example strftime_examples[] = {
    {"{{ '%Y-%m-%d %H:%M' | strftime(1700000000) }}", "", R"("2023-11-14 22:13")", in_ansible},
    {"{{ '%A' | strftime }}", "", R"("Monday")",
     R"({"options": {"flavor": "ansible"}, "clock": "2024-05-06T07:08:09Z"})"},
    {"{{ '%Y' | strftime('x') }}", "", "error", in_ansible}};
constexpr Example to_datetime_examples[] = {
    {"{{ '2024-03-01 12:30:00' | to_datetime }}", "", R"("2024-03-01 12:30:00")", in_ansible},
    {"{{ ('2024-03-01' | to_datetime('%Y-%m-%d') - '2024-02-01' | to_datetime('%Y-%m-%d')).days }}", "", R"("29")",
     in_ansible},
    {"{{ 'x' | to_datetime }}", "", "error", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "strftime(value: string, second: number = null, utc: boolean = false) -> string",
     .summary = "Writes a time in this format: seconds since 1970, or now.",
     .effects = Effects::clock,
     .examples = strftime_examples,
     .call = strftime},
    {.kind = ansible_filter,
     .signature = "to_datetime(value: string, format: string = '%Y-%m-%d %H:%M:%S') -> datetime",
     .summary = "Reads a date and time.",
     .details =
         "Datetimes have `year month day hour minute second microsecond strftime isoformat date time timestamp "
         "weekday isoweekday timetuple replace`; their differences have `days seconds microseconds total_seconds`.",
     .examples = to_datetime_examples,
     .call = to_datetime},
};

}  // namespace
}  // namespace filters_dates_family

std::span<const Function> ansible_date_filters() {
  using namespace filters_dates_family;
  return all;
}

}  // namespace evalground::ansible
