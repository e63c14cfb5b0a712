// Functions on time and versions. The clock is the workspace's, the zone UTC.
//
// Times are seconds since 1970, as text. Since the clock is part of the workspace, a policy gives the same result on
// every run.
#include "base/text/text.hpp"
#include "base/time/datetime.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/data/version.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace time_family {
namespace {

std::int64_t seconds_now(const Call& call) {
  return call.context.clock.now() / microseconds_per_second;
}

Value seconds(std::int64_t count) {
  return Value::string(std::to_string(count));
}

// The second that calendar fields name. Months and days may be out of range, as in C's mktime.
std::int64_t second_of(std::int64_t year, std::int64_t month, std::int64_t day, std::int64_t hour, std::int64_t minute,
                       std::int64_t second) {
  const std::int64_t months = year * 12 + (month - 1);
  CivilTime first;
  first.year = static_cast<std::int32_t>(months >= 0 ? months / 12 : -((11 - months) / 12));
  first.month = static_cast<std::uint32_t>(months - std::int64_t{first.year} * 12) + 1;
  return instant_of(first) / microseconds_per_second + (day - 1) * 86'400 + hour * 3600 + minute * 60 + second;
}

Value now(Call& call) {
  return seconds(seconds_now(call));
}

// Subtracts calendar fields, so a month ago is the same day of the month before, and not 30 days.
Value ago(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const CivilTime time = civil_time(call.context.clock.now());
  return seconds(second_of(time.year - policy.integer(0), std::int64_t{time.month} - policy.integer(1),
                           std::int64_t{time.day} - policy.integer(2), std::int64_t{time.hour} - policy.integer(3),
                           std::int64_t{time.minute} - policy.integer(4),
                           std::int64_t{time.second} - policy.integer(5)));
}

// A duration, not a date: here a year has 365 days and a month 30.
Value accumulated(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::int64_t days = policy.integer(0) * 365 + policy.integer(1) * 30 + policy.integer(2);
  return seconds(days * 86'400 + policy.integer(3) * 3600 + policy.integer(4) * 60 + policy.integer(5));
}

// As in the reference, months count from 0, and one is added to the day.
Value on(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return seconds(second_of(policy.integer(0), policy.integer(1) + 1, policy.integer(2) + 1, policy.integer(3),
                           policy.integer(4), policy.integer(5)));
}

// Unlike in on(), months count from 1 here.
Value laterthan(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::int64_t then = second_of(policy.integer(0), policy.integer(1), policy.integer(2), policy.integer(3),
                                      policy.integer(4), policy.integer(5));
  return Value::boolean(seconds_now(call) > then);
}

// The two kinds of time differ only in the name of their zone, because the zone is always UTC.
Value strftime(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::int64_t second = policy.integer(2);
  if (second > 253'402'300'799) policy.fail("The time " + std::to_string(second) + " is past the year 9999.");
  const std::string text = format_time(policy.text(1), civil_time(second * microseconds_per_second, 0),
                                       policy.text(0) == "gmtime" ? "GMT" : "UTC");
  if (text.empty()) policy.fail("The format " + quote(policy.text(1)) + " gives no text.");
  return Value::string(text);
}

// A slot of the hour, or of the day, chosen by the text. Spreads hosts over time: the same text always gets the same
// slot of five minutes.
Value splayclass(Call& call) {
  const PolicyCall& policy = policy_call(call);
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : policy.text(0)) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  const CivilTime time = civil_time(call.context.clock.now());
  const std::uint64_t slot = hash / 31 % 288;
  const bool is_minute = time.minute / 5 == slot % 12;
  return Value::boolean(is_minute && (policy.text(1) == "hourly" || time.hour == slot / 12));
}

// Missing parts are equal to anything: "3.24" = "3.24.1".
Value version_compare(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const int order = compare_versions(policy.text(0), policy.text(2), MissingPart::equal);
  const std::string_view sign = policy.text(1);
  if (sign == "=" || sign == "==") return Value::boolean(order == 0);
  if (sign == "!=") return Value::boolean(order != 0);
  if (sign == ">") return Value::boolean(order > 0);
  if (sign == "<") return Value::boolean(order < 0);
  return Value::boolean(sign == ">=" ? order >= 0 : order <= 0);
}

// The order of the emulated agent's version and the argument.
int against_emulated(const Call& call, std::size_t index) {
  return compare_versions(emulated_version, static_cast<const PolicyCall&>(call).text(index), MissingPart::equal);
}

Value version_minimum(Call& call) {
  return Value::boolean(against_emulated(call, 0) >= 0);
}
Value version_maximum(Call& call) {
  return Value::boolean(against_emulated(call, 0) <= 0);
}
Value version_after(Call& call) {
  return Value::boolean(against_emulated(call, 0) > 0);
}
Value version_before(Call& call) {
  return Value::boolean(against_emulated(call, 0) < 0);
}
Value version_between(Call& call) {
  return Value::boolean(against_emulated(call, 0) >= 0 && against_emulated(call, 1) <= 0);
}
Value version_at(Call& call) {
  return Value::boolean(against_emulated(call, 0) == 0);
}

constexpr Example now_examples[] = {{R"(concat(isgreaterthan(now(), "1000000")))", "", R"("any")"}};
constexpr Example ago_examples[] = {{R"(concat(islessthan(ago(1, 0, 0, 0, 0, 0), now())))", "", R"("any")"}};
constexpr Example accumulated_examples[] = {{R"(accumulated(0, 0, 1, 2, 3, 4))", "", R"("93784")"}};
constexpr Example on_examples[] = {{R"(on(1972, 12, 31, 23, 59, 59))", "", R"("97459199")"}};
constexpr Example laterthan_examples[] = {{R"(laterthan(1990, 1, 1, 0, 0, 0))", "", R"("any")"}};
constexpr Example strftime_examples[] = {
    {R"(strftime("gmtime", "%Y-%m-%d %T", 1234567890))", "", R"("2009-02-13 23:31:30")"}};
constexpr Example splay_examples[] = {{R"(or("any", splayclass("web-1", "hourly")))", "", R"("any")"}};
constexpr Example compare_examples[] = {{R"(version_compare("3.24.0", ">", "3.21.9"))", "", R"("any")"}};
constexpr Example minimum_examples[] = {{R"(cf_version_minimum("3.15"))", "", R"("any")"}};
constexpr Example maximum_examples[] = {{R"(cf_version_maximum("3.15"))", "", R"("!any")"}};
constexpr Example after_examples[] = {{R"(cf_version_after("3.15"))", "", R"("any")"}};
constexpr Example before_examples[] = {{R"(cf_version_before("3.15"))", "", R"("!any")"}};
constexpr Example between_examples[] = {{R"(cf_version_between("3.15", "4"))", "", R"("any")"}};
constexpr Example at_examples[] = {{R"(cf_version_at("3.28"))", "", R"("any")"}};

}  // namespace
}  // namespace time_family

std::span<const Function> time_functions() {
  using namespace time_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "now() -> int",
       .summary = "The second of the run's start, since 1970.",
       .effects = Effects::clock,
       .examples = now_examples,
       .call = now},
      {.kind = "function",
       .signature =
           "ago(years: int[0,1000], months: int[0,1000], days: int[0,1000], hours: int[0,1000], minutes: int[0,1000], "
           "seconds: int[0,40000]) -> int",
       .summary = "The second that was so long ago.",
       .effects = Effects::clock,
       .examples = ago_examples,
       .call = ago},
      {.kind = "function",
       .signature =
           "accumulated(years: int[0,1000], months: int[0,1000], days: int[0,1000], hours: int[0,1000], minutes: "
           "int[0,1000], seconds: int[0,40000]) -> int",
       .summary = "So much time in seconds; a year has 365 days, a month 30.",
       .examples = accumulated_examples,
       .call = accumulated},
      {.kind = "function",
       .signature =
           "on(year: int[1970,3000], month: int[0,1000], day: int[0,1000], hour: int[0,1000], minute: int[0,1000], "
           "second: "
           "int[0,1000]) -> int",
       .summary = "The second of a date; the month counts from 0, and the day is the one after.",
       .examples = on_examples,
       .call = on},
      {.kind = "function",
       .signature = "laterthan(year: int[0,10000], month: int[0,1000], day: int[0,1000], hour: int[0,1000], minute: "
                    "int[0,1000], "
                    "second: int[0,40000]) -> context",
       .summary = "True when it is later than a date.",
       .effects = Effects::clock,
       .examples = laterthan_examples,
       .call = laterthan},
      {.kind = "function",
       .signature = "strftime(zone: option{gmtime|localtime}, format: text, second: int[0,inf]) -> string",
       .summary = "A time written by a format; the playground's zone is UTC.",
       .examples = strftime_examples,
       .call = strftime},
      {.kind = "function",
       .signature = "splayclass(text: text, period: option{daily|hourly}) -> context",
       .summary = "True in one slot of five minutes of each hour or day, which depends on the text.",
       .effects = Effects::clock,
       .examples = splay_examples,
       .call = splayclass},
      {.kind = "function",
       .signature = "version_compare(a: text, comparison: option{=|==|!=|>|<|>=|<=}, b: text) -> context",
       .summary = "Compares two versions.",
       .since = "3.23",
       .examples = compare_examples,
       .call = version_compare},
      {.kind = "function",
       .signature = "cf_version_minimum(version: text) -> context",
       .summary = "True when the language is that version or newer.",
       .examples = minimum_examples,
       .call = version_minimum},
      {.kind = "function",
       .signature = "cf_version_maximum(version: text) -> context",
       .summary = "True when the language is that version or older.",
       .examples = maximum_examples,
       .call = version_maximum},
      {.kind = "function",
       .signature = "cf_version_after(version: text) -> context",
       .summary = "True when the language is newer.",
       .examples = after_examples,
       .call = version_after},
      {.kind = "function",
       .signature = "cf_version_before(version: text) -> context",
       .summary = "True when the language is older.",
       .examples = before_examples,
       .call = version_before},
      {.kind = "function",
       .signature = "cf_version_between(from: text, to: text) -> context",
       .summary = "True when the language is from one version to another.",
       .examples = between_examples,
       .call = version_between},
      {.kind = "function",
       .signature = "cf_version_at(version: text) -> context",
       .summary = "True when the language is that version.",
       .examples = at_examples,
       .call = version_at},
  };
  return all;
}

}  // namespace evalground::cfengine
