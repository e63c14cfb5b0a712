#include "base/datetime.hpp"

#include <chrono>

#include "base/scanner.hpp"

namespace evalground {
namespace {

using namespace std::chrono;

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// Takes exactly `count` digits whose number is at most `highest`.
std::optional<unsigned> take_number(Scanner& scanner, int count, unsigned highest) {
  unsigned number = 0;
  for (int i = 0; i < count; ++i) {
    if (!is_digit(scanner.peek())) return std::nullopt;
    number = number * 10 + static_cast<unsigned>(scanner.peek() - '0');
    scanner.skip();
  }
  if (number > highest) return std::nullopt;
  return number;
}

std::optional<sys_days> take_date(Scanner& scanner) {
  const auto number_of_year = take_number(scanner, 4, 9999);
  if (!number_of_year || !scanner.take('-')) return std::nullopt;
  const auto number_of_month = take_number(scanner, 2, 12);
  if (!number_of_month || !scanner.take('-')) return std::nullopt;
  const auto number_of_day = take_number(scanner, 2, 31);
  if (!number_of_day) return std::nullopt;
  const year_month_day date(year(static_cast<int>(*number_of_year)), month(*number_of_month), day(*number_of_day));
  if (!date.ok()) return std::nullopt;
  return sys_days(date);
}

// Takes "hh:mm", the part that times and offsets share.
std::optional<minutes> take_minutes(Scanner& scanner) {
  const auto hour = take_number(scanner, 2, 23);
  if (!hour || !scanner.take(':')) return std::nullopt;
  const auto minute = take_number(scanner, 2, 59);
  if (!minute) return std::nullopt;
  return hours(*hour) + minutes(*minute);
}

std::optional<microseconds> take_fraction(Scanner& scanner) {
  if (!scanner.take('.')) return microseconds(0);
  const std::string_view digits = scanner.take_while(is_digit);
  if (digits.empty()) return std::nullopt;
  std::int64_t fraction = 0;
  for (std::size_t i = 0; i < 6; ++i) fraction = fraction * 10 + (i < digits.size() ? digits[i] - '0' : 0);
  return microseconds(fraction);
}

std::optional<minutes> take_offset(Scanner& scanner) {
  if (scanner.take('Z') || scanner.take('z')) return minutes(0);
  const bool is_west = scanner.take('-');
  if (!is_west && !scanner.take('+')) return std::nullopt;
  const auto offset = take_minutes(scanner);
  if (!offset) return std::nullopt;
  return is_west ? -*offset : *offset;
}

void append_number(std::string& text, std::int64_t number, std::size_t digits) {
  const std::string shown = std::to_string(number);
  text.append(digits - shown.size(), '0').append(shown);
}

}  // namespace

std::optional<std::int64_t> parse_instant(std::string_view text) {
  Scanner scanner(text);
  const auto date = take_date(scanner);
  if (!date || !(scanner.take('T') || scanner.take('t'))) return std::nullopt;
  const auto time = take_minutes(scanner);
  if (!time || !scanner.take(':')) return std::nullopt;
  const auto second = take_number(scanner, 2, 59);
  if (!second) return std::nullopt;
  const auto fraction = take_fraction(scanner);
  if (!fraction) return std::nullopt;
  const auto offset = take_offset(scanner);
  if (!offset || !scanner.at_end()) return std::nullopt;
  // Microseconds come first: in libc++ days and minutes are ints, whose sum in minutes would end in the year
  // 6053.
  const std::chrono::microseconds since_1970 =
      *fraction + date->time_since_epoch() + *time + seconds(*second) - *offset;
  return since_1970.count();
}

std::optional<std::string> instant_text(std::int64_t count) {
  const sys_time<std::chrono::microseconds> instant{std::chrono::microseconds(count)};
  constexpr sys_days earliest = sys_days(year(0) / 1 / 1);
  constexpr sys_days latest = sys_days(year(10000) / 1 / 1);
  if (instant < earliest || instant >= latest) return std::nullopt;
  const sys_days midnight = floor<days>(instant);
  const year_month_day date(midnight);
  const hh_mm_ss time(instant - midnight);
  std::string text;
  append_number(text, static_cast<int>(date.year()), 4);
  append_number(text += '-', static_cast<unsigned>(date.month()), 2);
  append_number(text += '-', static_cast<unsigned>(date.day()), 2);
  append_number(text += 'T', time.hours().count(), 2);
  append_number(text += ':', time.minutes().count(), 2);
  append_number(text += ':', time.seconds().count(), 2);
  if (time.subseconds().count() != 0) append_number(text += '.', time.subseconds().count(), 6);
  return text += 'Z';
}

}  // namespace evalground
