// Filters of numbers: logarithms and powers, sizes such as "1.5 MB" and durations such as "1h 30m".
#include <array>
#include <cmath>

#include "base/bigint.hpp"
#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/big_integer.hpp"
#include "value/python_format.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace filters_numbers_family {
namespace {

// Booleans are numbers in Python, so `true | pow(2)` is 1.0.
double real_argument(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  call.evaluator.note_sensitive(value);
  call.evaluator.require(value);
  if (!is_python_number(value)) {
    call.fail(std::string(call.signature().name) + "() can only be used on numbers: must be real number, not " +
              call.evaluator.type_name(value));
  }
  return python_float(value).as_real();
}

// C++ returns NaN and infinity where Python's math module raises.
Value finite(const FunctionCall& call, double result) {
  if (std::isnan(result)) call.fail(std::string(call.signature().name) + "(): math domain error");
  if (std::isinf(result)) call.fail(std::string(call.signature().name) + "(): math range error");
  return Value::real(result);
}

// 8 | log(2) -> 3.0. Base 10 has a function of its own, because the quotient of two logarithms is less exact: log(1000)
// / log(10) is 2.9999999999999996.
Value log_of(Call& base) {
  FunctionCall& call = function_call(base);
  const double x = real_argument(call, 0);
  if (x <= 0) call.fail("log(): math domain error");
  if (!call.given(1)) return Value::real(std::log(x));
  const double of = real_argument(call, 1);
  if (of <= 0) call.fail("log(): math domain error");
  if (of == 10) return Value::real(std::log10(x));
  if (of == 1) call.fail("log(): float division by zero");
  return Value::real(std::log(x) / std::log(of));
}

Value pow_of(Call& base) {
  FunctionCall& call = function_call(base);
  return finite(call, std::pow(real_argument(call, 0), real_argument(call, 1)));
}

// 27 | root(3) -> 3.0. A square root is exact by sqrt(), but not always by pow(x, 0.5).
Value root(Call& base) {
  FunctionCall& call = function_call(base);
  const double x = real_argument(call, 0);
  const double of = real_argument(call, 1);
  if (of == 0) call.fail("root() can only be used on numbers: float division by zero");
  return finite(call, of == 2 ? std::sqrt(x) : std::pow(x, 1 / of));
}

// ---- Sizes

constexpr std::string_view size_letters = "BKMGTPEZY";  // each is 1024 times the previous one

// Powers of 1024 are powers of two, so ldexp() gives them exactly. An integer of 64 bits would end at E.
double size_of_letter(std::size_t letter) {
  return std::ldexp(1.0, static_cast<int>(10 * letter));
}

// 10000000 | human_readable -> '9.54 MB'. Without a unit the largest one that the size reaches is taken. An unknown
// unit falls through to bytes, as in the reference.
Value human_readable(Call& base) {
  FunctionCall& call = function_call(base);
  const double size = real_argument(call, 0);
  const bool is_bits = call.truth(1);
  if (call.set(2)) {
    call.evaluator.require(call[2]);
    if (!call[2].is_string()) call.fail("human_readable() can't interpret following string: " + call.text(0));
  }
  const std::string unit = call.set(2) ? call.text(2) : std::string();
  std::size_t letter = size_letters.size();
  while (--letter > 0) {
    const char upper =
        unit.empty() ? '\0' : static_cast<char>(unit[0] >= 'a' && unit[0] <= 'z' ? unit[0] - 32 : unit[0]);
    if (call.set(2) ? unit.size() == 1 && upper == size_letters[letter] : size >= size_of_letter(letter)) break;
  }
  FormatLanguage plain(call.context.budget);
  const std::string number = python_percent("%.2f", Value::real(size / size_of_letter(letter)), plain);
  if (letter == 0) return Value::string(number + (is_bits ? " bits" : " Bytes"));
  return Value::string(number + " " + size_letters[letter] + (is_bits ? "b" : "B"));
}

// Python's round(): half to even.
Value rounded(const FunctionCall& call, double number) {
  return python_round(Value::real(number), std::nullopt, call.context.budget);
}

// '1.5 MB' | human_to_bytes -> 1572864. This is the loose reading of 2.14: the first letter of the unit decides, and
// anything behind the unit is ignored.
Value human_to_bytes(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const auto fail = [&] { call.fail("human_to_bytes() can't interpret following string: " + text); };
  Scanner scanner(text);
  scanner.skip_whitespace();
  const std::size_t begin = scanner.offset();
  scanner.take_while(is_ascii_digit);
  scanner.take('.');
  scanner.take_while(is_ascii_digit);
  const auto number = parse_real(scanner.between(begin, scanner.offset()));
  if (!number) fail();
  scanner.skip_whitespace();
  std::string unit(scanner.take_while(is_ascii_letter));
  if (unit.empty() && call.set(1)) {
    call.evaluator.require(call[1]);
    unit = call[1].is_string() ? call.text(1) : std::string();
    if (unit.empty()) fail();  // its first character is looked up
  }
  if (unit.empty()) return rounded(call, number.value);
  const char upper = static_cast<char>(unit[0] >= 'a' && unit[0] <= 'z' ? unit[0] - 32 : unit[0]);
  const std::size_t letter = size_letters.find(upper);
  if (letter == std::string_view::npos) fail();
  const bool is_bits = call.truth(2);
  std::string lower;
  for (const char c : unit) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (unit.size() > 1 && lower.find(is_bits ? "bit" : "byte") == std::string::npos &&
      unit[1] != (is_bits ? 'b' : 'B')) {
    fail();
  }
  return rounded(call, number.value * size_of_letter(letter));
}

// ---- Times

struct TimeUnit {
  std::string_view name, singular;  // "h", "hour"
  std::int64_t milliseconds;
};
constexpr std::int64_t day = 86'400'000;
constexpr std::array<TimeUnit, 10> time_units = {{{"ms", "millisecond", 1},
                                                  {"ms", "msec", 1},
                                                  {"s", "second", 1000},
                                                  {"s", "sec", 1000},
                                                  {"m", "minute", 60'000},
                                                  {"m", "min", 60'000},
                                                  {"h", "hour", 3'600'000},
                                                  {"d", "day", day},
                                                  {"w", "week", 7 * day},
                                                  {"mo", "month", 30 * day}}};

// A number of milliseconds, an integer as long as all that it is made of are integers, as in Python.
struct Milliseconds {
  BigInt whole;
  double real = 0;
  bool is_real = false;

  std::optional<double> as_real() const { return is_real ? std::optional(real) : whole.to_double(); }
};

// The milliseconds of a unit by any of its names; nothing for an unknown unit. Keywords may set the days of a year and
// a month.
// The plural is cut off, however many s it has, as the reference does with rstrip('s').
std::optional<Milliseconds> milliseconds_of(const FunctionCall& call, std::string_view name) {
  const auto days = [&](std::string_view which, std::int64_t fallback) {
    const Value* given = keyword(call, which);
    if (given == nullptr) return Milliseconds{BigInt(fallback * day)};
    if (given->kind() == Kind::real) return Milliseconds{{}, static_cast<double>(day) * given->as_real(), true};
    if (!is_python_number(*given)) call.fail("The argument " + quote(which) + " must be a number of days.");
    return Milliseconds{big_integer_of(python_int(*given, call.context.budget)) * BigInt(day)};
  };
  std::string_view singular = name;
  while (singular.ends_with('s')) singular.remove_suffix(1);
  if (name == "y" || singular == "year") return days("year", 365);
  if (name == "mo" || singular == "month") return days("month", 30);
  if (singular == "msecond") return Milliseconds{BigInt(1)};
  for (const TimeUnit& unit : time_units) {
    if (unit.name == name || unit.singular == singular) return Milliseconds{BigInt(unit.milliseconds)};
  }
  return std::nullopt;
}

// Adds a number of units; false when that is too large for a real number.
bool add_units(Milliseconds& sum, const BigInt& count, const Milliseconds& unit) {
  if (!sum.is_real && !unit.is_real) {
    sum.whole = sum.whole + count * unit.whole;
    return true;
  }
  const auto before = sum.as_real();
  const auto number = unit.is_real ? count.to_double() : (count * unit.whole).to_double();
  if (!before || !number) return false;
  sum = {{}, *before + (unit.is_real ? *number * unit.real : *number), true};
  return true;
}

// Nothing when the quotient is too large.
std::optional<double> quotient_of(const FunctionCall& call, const Milliseconds& sum, const Milliseconds& unit) {
  if (unit.is_real ? unit.real == 0 : unit.whole.is_zero()) {
    call.fail(sum.is_real || unit.is_real ? "float division by zero" : "division by zero", "zero-division");
  }
  if (!sum.is_real && !unit.is_real) return BigInt::true_quotient(sum.whole, unit.whole);
  const auto above = sum.as_real();
  const auto below = unit.as_real();
  return above && below ? std::optional(*above / *below) : std::nullopt;
}

// The text is a sequence of numbers with units: "1h 30m" in minutes -> 90.0. Sums of integers are exact, and do not
// overflow: "999999999999w". The result is rounded to 12 decimals like the reference's.
// Words are separated by blanks, and each needs a unit.
Value time_in(const FunctionCall& call, std::string_view unit) {
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("'" + call.evaluator.type_name(call[0]) + "' object has no attribute 'split'", "attribute-error");
  }
  const std::string text = call.text(0);
  if (text == "0") return Value::integer(0);
  static constexpr std::string_view known[] = {"year", "month"};
  allow_keywords(call, known);
  const auto divisor = milliseconds_of(call, unit);
  if (!divisor) call.fail("to_time_unit() can not convert to the following unit: " + std::string(unit) + ".");
  const auto fail = [&] { call.fail("to_time_unit() can not interpret following string: " + text); };
  Milliseconds sum;
  Scanner scanner(text);
  for (scanner.skip_whitespace(); !scanner.at_end(); scanner.skip_whitespace()) {
    call.context.budget.step();
    const bool is_negative = scanner.take('-');
    const auto digits = BigInt::parse(scanner.take_while([](char c) { return c >= '0' && c <= '9'; }), 10, is_negative);
    const std::string_view rest =
        scanner.take_while([](char c) { return ascii_whitespace.find(c) == std::string_view::npos; });
    const std::size_t letters = std::min(
        rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"), rest.size());
    const auto factor = milliseconds_of(call, rest.substr(0, letters));
    if (!digits || !factor || !add_units(sum, *digits, *factor)) fail();
  }
  const auto quotient = quotient_of(call, sum, *divisor);
  if (!quotient) fail();
  return python_round(Value::real(*quotient), 12, call.context.budget);
}

Value to_time_unit(Call& base) {
  FunctionCall& call = function_call(base);
  return time_in(call, call.text(1));
}
Value to_milliseconds(Call& call) {
  return time_in(function_call(call), "ms");
}
Value to_seconds(Call& call) {
  return time_in(function_call(call), "s");
}
Value to_minutes(Call& call) {
  return time_in(function_call(call), "m");
}
Value to_hours(Call& call) {
  return time_in(function_call(call), "h");
}
Value to_days(Call& call) {
  return time_in(function_call(call), "d");
}
Value to_weeks(Call& call) {
  return time_in(function_call(call), "w");
}
Value to_months(Call& call) {
  return time_in(function_call(call), "mo");
}
Value to_years(Call& call) {
  return time_in(function_call(call), "y");
}

constexpr Example log_examples[] = {{"{{ 8 | log(2) }}", "", R"("3.0")", in_ansible}};
constexpr Example pow_examples[] = {{"{{ 2 | pow(0.5) }}", "", R"("1.4142135623730951")", in_ansible}};
constexpr Example root_examples[] = {{"{{ 27 | root(3) }}", "", R"("3.0")", in_ansible},
                                     {"{{ 'x' | root }}", "", "error", in_ansible}};
constexpr Example human_readable_examples[] = {
    {"{{ 10000000 | human_readable }}", "", R"("9.54 MB")", in_ansible},
    {"{{ 10240 | human_readable(unit='K', isbits=true) }}", "", R"("10.00 Kb")", in_ansible}};
constexpr Example human_to_bytes_examples[] = {{"{{ '1.5 MB' | human_to_bytes }}", "", R"("1572864")", in_ansible},
                                               {"{{ '10' | human_to_bytes('K') }}", "", R"("10240")", in_ansible},
                                               {"{{ '1Q' | human_to_bytes }}", "", "error", in_ansible}};
constexpr Example to_time_unit_examples[] = {
    {"{{ '1h 30m' | community.general.to_time_unit('minutes') }}", "", R"("90.0")", in_ansible}};
constexpr Example to_milliseconds_examples[] = {
    {"{{ '2s' | community.general.to_milliseconds }}", "", R"("2000.0")", in_ansible}};
constexpr Example to_seconds_examples[] = {
    {"{{ '1d' | community.general.to_seconds }}", "", R"("86400.0")", in_ansible}};
constexpr Example to_minutes_examples[] = {
    {"{{ '1h 30m' | community.general.to_minutes }}", "", R"("90.0")", in_ansible}};
constexpr Example to_hours_examples[] = {
    {"{{ '90 minutes' | replace(' ', '') | community.general.to_hours }}", "", R"("1.5")", in_ansible}};
constexpr Example to_days_examples[] = {{"{{ '1w 12h' | community.general.to_days }}", "", R"("7.5")", in_ansible}};
constexpr Example to_weeks_examples[] = {{"{{ '14d' | community.general.to_weeks }}", "", R"("2.0")", in_ansible}};
constexpr Example to_months_examples[] = {
    {"{{ '56d' | community.general.to_months(month=28) }}", "", R"("2.0")", in_ansible}};
constexpr Example to_years_examples[] = {{"{{ '730d' | community.general.to_years }}", "", R"("2.0")", in_ansible}};

constexpr std::string_view time_details =
    "Numbers with a unit: `ms s m h d w mo y` or their names. The keywords `year` and `month` say how many days these "
    "have, as 365 or 365.25.";

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "log(value: number, base: number = null) -> number",
     .summary = "The logarithm of a number, to the base e unless another is given.",
     .examples = log_examples,
     .call = log_of},
    {.kind = ansible_filter,
     .signature = "pow(value: number, y: number) -> number",
     .summary = "A number to the power of another, as a float.",
     .examples = pow_examples,
     .call = pow_of},
    {.kind = ansible_filter,
     .signature = "root(value: number, base: number = 2) -> number",
     .summary = "The root of a number, as a float.",
     .examples = root_examples,
     .call = root},
    {.kind = ansible_filter,
     .signature = "human_readable(value: number, isbits: boolean = false, unit: string = null) -> string",
     .summary = "A size in the largest unit that fits it, or in the given one.",
     .examples = human_readable_examples,
     .call = human_readable},
    {.kind = ansible_filter,
     .signature = "human_to_bytes(value: string, default_unit: string = null, isbits: boolean = false) -> integer",
     .summary = "The number of bytes of a size such as `1.5 MB`.",
     .examples = human_to_bytes_examples,
     .call = human_to_bytes},
    {.kind = ansible_filter,
     .signature = "community.general.to_time_unit(value: string, unit: string = 'ms', **keywords: any) -> number",
     .summary = "A time such as `1h 30m` in a unit.",
     .details = time_details,
     .examples = to_time_unit_examples,
     .call = to_time_unit},
    {.kind = ansible_filter,
     .signature = "community.general.to_milliseconds(value: string, **keywords: any) -> number",
     .summary = "A time such as `1h 30m` in milliseconds.",
     .details = time_details,
     .examples = to_milliseconds_examples,
     .call = to_milliseconds},
    {.kind = ansible_filter,
     .signature = "community.general.to_seconds(value: string, **keywords: any) -> number",
     .summary = "A time such as `1h 30m` in seconds.",
     .details = time_details,
     .examples = to_seconds_examples,
     .call = to_seconds},
    {.kind = ansible_filter,
     .signature = "community.general.to_minutes(value: string, **keywords: any) -> number",
     .summary = "A time such as `1h 30m` in minutes.",
     .details = time_details,
     .examples = to_minutes_examples,
     .call = to_minutes},
    {.kind = ansible_filter,
     .signature = "community.general.to_hours(value: string, **keywords: any) -> number",
     .summary = "A time such as `1h 30m` in hours.",
     .details = time_details,
     .examples = to_hours_examples,
     .call = to_hours},
    {.kind = ansible_filter,
     .signature = "community.general.to_days(value: string, **keywords: any) -> number",
     .summary = "A time such as `1w 12h` in days.",
     .details = time_details,
     .examples = to_days_examples,
     .call = to_days},
    {.kind = ansible_filter,
     .signature = "community.general.to_weeks(value: string, **keywords: any) -> number",
     .summary = "A time such as `1mo 3d` in weeks.",
     .details = time_details,
     .examples = to_weeks_examples,
     .call = to_weeks},
    {.kind = ansible_filter,
     .signature = "community.general.to_months(value: string, **keywords: any) -> number",
     .summary = "A time such as `1y 2w` in months.",
     .details = time_details,
     .examples = to_months_examples,
     .call = to_months},
    {.kind = ansible_filter,
     .signature = "community.general.to_years(value: string, **keywords: any) -> number",
     .summary = "A time such as `14mo` in years.",
     .details = time_details,
     .examples = to_years_examples,
     .call = to_years},
};

}  // namespace
}  // namespace filters_numbers_family

std::span<const Function> ansible_number_filters() {
  using namespace filters_numbers_family;
  return all;
}

}  // namespace evalground::ansible
