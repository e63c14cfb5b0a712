// Reads dates as Python's dateutil does, which the TOSCA parser asks. Only whether the text is a date matters here.
//
//   Jan 31 2020, 10:20pm +02:00   ->   Jan|31|2020|10|:|20|pm|+|02|:|00
//
// The text is split into words, numbers and signs. Numbers are a time if a sign or a word says so ("10:20", "10h",
// "10 pm"), else parts of the date. Which of its parts is the year, the month and the day is decided at the end: by a
// name of a month, by the number of digits, by the size of the number, and last by the American order. A few words and
// signs between the parts have no meaning. Any other word is an error.
#include "dialects/unfurl/tosca/timestamp.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground::unfurl {
namespace {

struct Word {
  std::string_view text;  // in lower case
  int value;
};
constexpr Word weekdays[] = {{"mon", 0},       {"monday", 0},   {"tue", 0},      {"tuesday", 0}, {"wed", 0},
                             {"wednesday", 0}, {"thu", 0},      {"thursday", 0}, {"fri", 0},     {"friday", 0},
                             {"sat", 0},       {"saturday", 0}, {"sun", 0},      {"sunday", 0}};
constexpr Word months[] = {{"jan", 1},   {"january", 1},   {"feb", 2},       {"february", 2}, {"mar", 3},
                           {"march", 3}, {"apr", 4},       {"april", 4},     {"may", 5},      {"jun", 6},
                           {"june", 6},  {"jul", 7},       {"july", 7},      {"aug", 8},      {"august", 8},
                           {"sep", 9},   {"sept", 9},      {"september", 9}, {"oct", 10},     {"october", 10},
                           {"nov", 11},  {"november", 11}, {"dec", 12},      {"december", 12}};
enum Unit : int { hours, minutes, seconds };
constexpr Word units[] = {{"h", hours},   {"hour", hours},     {"hours", hours},
                          {"m", minutes}, {"minute", minutes}, {"minutes", minutes},
                          {"s", seconds}, {"second", seconds}, {"seconds", seconds}};
enum HalfOfDay : int { morning, afternoon };
constexpr Word halves[] = {{"am", morning}, {"a", morning}, {"pm", afternoon}, {"p", afternoon}};
constexpr Word meaningless[] = {{" ", 0}, {".", 0},  {",", 0},  {";", 0},   {"-", 0},  {"/", 0},
                                {"'", 0}, {"at", 0}, {"on", 0}, {"and", 0}, {"ad", 0}, {"m", 0},
                                {"t", 0}, {"of", 0}, {"st", 0}, {"nd", 0},  {"rd", 0}, {"th", 0}};
constexpr std::string_view utc_names[] = {"UTC", "GMT", "Z", "z"};
constexpr std::size_t longest_text = 1000;       // of bytes: its tokens are not charged as memory
constexpr std::int64_t largest = 1'000'000'000;  // greater than any part of a date, whatever a text says

std::optional<int> find_word(std::span<const Word> words, std::string_view token) {
  const std::string lower = to_lower(token);
  const auto found = std::find_if(words.begin(), words.end(), [&](const Word& word) { return word.text == lower; });
  return found == words.end() ? std::nullopt : std::optional(found->value);
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

// A whole number; nothing for other text.
std::optional<std::int64_t> whole(std::string_view text) {
  if (!is_digits(text)) return std::nullopt;
  std::int64_t number = 0;
  for (const char digit : text) number = std::min(largest, number * 10 + (digit - '0'));
  return number;
}

// The digits behind the point.
std::string_view fraction(std::string_view text) {
  const std::size_t point = text.find('.');
  return point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
}

// The whole part of "21" or "21.447"; nothing for text that is not a number.
std::optional<std::int64_t> whole_part(std::string_view text) {
  if (!fraction(text).empty() && !is_digits(fraction(text))) return std::nullopt;
  return whole(text.substr(0, text.find('.')));
}

// Splits a text into words, numbers and signs. A dot or comma is a sign, unless it is the point of a number.
class Splitter {
 public:
  Splitter(std::string_view text, Budget& budget) : scanner_(text), budget_(budget) {}

  std::vector<std::string> split() {
    while (!scanner_.at_end()) {
      budget_.step();
      const CodePoint next = scanner_.peek_code_point();
      if (next.value == 0) {
        scanner_.skip();
      } else if (is_letter(next.value) || is_ascii_digit(scanner_.peek())) {
        take_run(is_letter(next.value));
      } else {
        tokens_.push_back(is_space(next.value) ? " " : std::string(scanner_.rest().substr(0, next.size)));
        scanner_.skip(next.size);
      }
    }
    return std::move(tokens_);
  }

 private:
  // Letters or digits, with what follows behind dots: "Sep.20.2009", "21.447".
  void take_run(bool is_word) {
    const std::size_t begin = scanner_.offset();
    bool has_letters = is_word;
    bool has_point = false;
    while (!scanner_.at_end()) {
      const CodePoint next = scanner_.peek_code_point();
      const bool is_after_point = has_point && is_point(scanner_.between(begin, scanner_.offset()).back());
      const bool continues_word = is_letter(next.value);
      const bool continues_number = is_ascii_digit(scanner_.peek());
      if (is_after_point && (continues_word || continues_number)) is_word = continues_word;
      if (next.value == U'.' || (next.value == U',' && !is_word && !has_point && scanner_.offset() - begin >= 2)) {
        has_point = true;
      } else if (is_word ? !continues_word : !continues_number) {
        break;
      }
      has_letters = has_letters || continues_word;
      scanner_.skip(next.size);
    }
    add(scanner_.between(begin, scanner_.offset()), has_letters, has_point);
  }

  void add(std::string_view run, bool has_letters, bool has_point) {
    const bool is_number = !has_letters && std::count(run.begin(), run.end(), '.') <= 1 && !is_point(run.back());
    if (!has_point || is_number) {
      tokens_.emplace_back(run);
      // A comma is the point of seconds: "10:20:30,5".
      if (has_point && run.find('.') == std::string_view::npos)
        std::replace(tokens_.back().begin(), tokens_.back().end(), ',', '.');
      return;
    }
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= run.size(); ++at) {
      if (at < run.size() && !is_point(run[at])) continue;
      if (at > begin) tokens_.emplace_back(run.substr(begin, at - begin));
      if (at < run.size()) tokens_.emplace_back(1, run[at]);
      begin = at + 1;
    }
  }

  static bool is_point(char c) { return c == '.' || c == ','; }

  Scanner scanner_;
  Budget& budget_;
  std::vector<std::string> tokens_;
};

// The parts of a date, in the order in which they are written. At most three. Each may be known to be the year, the
// month or the day.
class DateParts {
 public:
  enum class Role : std::uint8_t { unknown, year, month };

  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }

  // A part as the text writes it. More than two digits are a year.
  bool add(std::string_view text, Role role = Role::unknown) {
    const auto number = whole(text);
    if (!number) return false;
    return add(*number, text.size() > 2, role);
  }
  // A number greater than 100 is a year.
  bool add_number(std::int64_t number, bool is_greater) { return add(number, is_greater, Role::unknown); }
  bool add_month(std::int64_t month) { return add(month, false, Role::month); }

  bool may_be_day(std::int64_t whole_number, bool has_fraction) const {
    const std::int64_t year = year_ ? values_[*year_] : 2000;
    const std::uint32_t most = month_ ? days_in_month(year, static_cast<std::uint32_t>(values_[*month_])) : 31;
    return whole_number >= 1 && whole_number + (has_fraction ? 1 : 0) <= most;
  }

  struct Date {
    std::optional<std::int64_t> year, month, day;
  };
  // Nothing for more than three parts.
  std::optional<Date> resolve() const {
    const std::size_t known = (year_ ? 1U : 0U) + (month_ ? 1U : 0U);
    if ((size() > 0 && size() == known) || (size() == 3 && known == 2)) return by_roles();
    switch (size()) {
      case 0: return Date();
      case 1: return one(values_[0]);
      case 2: return month_ ? with_month(values_[1 - *month_]) : two();
      case 3: return month_ ? three_with_month() : three();
      default: return std::nullopt;
    }
  }
  bool has_century() const { return has_century_; }

 private:
  bool add(std::int64_t number, bool is_year, Role role) {
    if (is_year) {
      has_century_ = true;
      if (role == Role::month) return false;
      role = Role::year;
    }
    values_.push_back(number);
    std::optional<std::size_t>* place = role == Role::year ? &year_ : role == Role::month ? &month_ : nullptr;
    if (place == nullptr) return true;
    if (*place) return false;
    *place = values_.size() - 1;
    return true;
  }

  Date by_roles() const {
    Date date;
    if (year_) date.year = values_[*year_];
    if (month_) date.month = values_[*month_];
    if (size() == 3) date.day = values_[3 - *year_ - *month_];
    return date;
  }
  static Date one(std::int64_t value) { return value > 31 ? Date{value, {}, {}} : Date{{}, {}, value}; }
  Date with_month(std::int64_t other) const {
    Date date = one(other);
    date.month = values_[*month_];
    return date;
  }
  Date two() const {
    if (values_[0] > 31) return {values_[0], values_[1], {}};
    if (values_[1] > 31) return {values_[1], values_[0], {}};
    return {{}, values_[0], values_[1]};
  }
  Date three_with_month() const {
    const std::int64_t month = values_[*month_];
    // The two others, in their order: the day before the year, unless the first of them or its place says otherwise.
    const std::int64_t first = values_[*month_ == 0 ? 1 : 0];
    const std::int64_t second = values_[*month_ == 2 ? 1 : 2];
    const bool is_year_first = *month_ == 2 ? second <= 31 : first > 31;
    return is_year_first ? Date{first, month, second} : Date{second, month, first};
  }
  Date three() const {
    if (values_[0] > 31 || year_ == 0) return {values_[0], values_[1], values_[2]};
    if (values_[0] > 12) return {values_[2], values_[1], values_[0]};
    return {values_[2], values_[0], values_[1]};
  }

  std::vector<std::int64_t> values_;
  std::optional<std::size_t> year_, month_;
  bool has_century_ = false;
};

// Reads the tokens of one text from left to right.
class Reader {
 public:
  Reader(std::vector<std::string> tokens, Budget& budget) : tokens_(std::move(tokens)), budget_(budget) {}

  bool reads(const CivilTime& today) {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      budget_.step();
      if (!(is_ascii_digit(tokens_[at_].front()) ? number() : word())) return false;
    }
    const auto date = parts_.resolve();
    return date && exists(*date, today);
  }

 private:
  bool has(std::size_t ahead) const { return at_ + ahead < tokens_.size(); }
  // The token so many behind the current one; empty behind the end.
  std::string_view token(std::size_t ahead) const {
    return has(ahead) ? std::string_view(tokens_[at_ + ahead]) : std::string_view();
  }
  std::optional<int> find(std::span<const Word> words, std::size_t ahead) const {
    return find_word(words, token(ahead));
  }
  bool is_meaningless(std::size_t ahead) const { return find(meaningless, ahead).has_value(); }

  bool word() {
    if (find(weekdays, 0)) {
      has_weekday_ = true;
      return true;
    }
    if (const auto month = find(months, 0)) return month_name(*month);
    if (const auto half = find(halves, 0)) return half_of_day(*half);
    if (may_be_zone(token(0))) return zone_name();
    if (hour_ && (token(0) == "+" || token(0) == "-")) return offset();
    return is_meaningless(0);
  }

  // "Jan", "Jan-31", "Jan/31/2020", "Jan of 2020"
  bool month_name(int month) {
    if (!parts_.add_month(month)) return false;
    if (token(1) == "-" || token(1) == "/") {
      if (!parts_.add(token(2))) return false;
      if (has(3) && token(3) == token(1)) {
        if (!parts_.add(token(4))) return false;
        at_ += 2;
      }
      at_ += 2;
    } else if (has(4) && token(1) == " " && token(3) == " " && to_lower(token(2)) == "of") {
      const auto year = whole(token(4));
      if (year && !parts_.add(std::to_string(full_year(*year)), DateParts::Role::year)) return false;
      at_ += 4;
    }
    return true;
  }

  bool half_of_day(int half) {
    if (!hour_ || *hour_ > 12) return false;
    set_hour(*hour_, half);
    return true;
  }
  void set_hour(std::int64_t hour, int half) {
    if (hour < 12 && half == afternoon) hour += 12;
    if (hour == 12 && half == morning) hour = 0;
    hour_ = hour;
  }

  bool may_be_zone(std::string_view name) const {
    if (!hour_ || has_zone_ || has_offset_ || name.empty() || name.size() > 5) return false;
    const bool is_upper = std::all_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return is_upper || std::find(std::begin(utc_names), std::end(utc_names), name) != std::end(utc_names);
  }

  // "CET", "GMT+3"
  bool zone_name() {
    const bool has_sign = token(1) == "+" || token(1) == "-";
    const std::string lower = to_lower(token(0));
    const bool is_utc = lower == "utc" || lower == "gmt" || lower == "z";
    has_zone_ = !(has_sign && is_utc);
    has_offset_ = !has_sign && token(0) == "z";
    return true;
  }

  // "+0200", "+02:00", "+2", "-0300 (BRST)"
  bool offset() {
    const std::string_view digits = token(1);
    if (digits.size() == 4) {
      if (!is_digits(digits)) return false;
    } else if (token(2) == ":") {
      if (!whole(digits) || !whole(token(3))) return false;
      at_ += 2;
    } else if (digits.size() > 2 || !whole(digits)) {
      return false;
    }
    has_offset_ = false;
    if (is_meaningless(2) && token(3) == "(" && token(5) == ")" && token(4).size() >= 3 && may_be_zone(token(4))) {
      has_zone_ = true;
      at_ += 4;
    }
    has_offset_ = true;
    at_ += 1;
    return true;
  }

  // ---- numbers

  bool number() {
    const std::string_view text = token(0);
    const auto value = whole_part(text);
    if (!value) return false;
    const std::size_t length = text.size();
    const bool is_time_follows = token(1) == ":" || find(units, 1).has_value();
    if (parts_.size() == 3 && (length == 2 || length == 4) && !hour_ && !is_time_follows) return clock(text);
    if (length == 6 || (length > 6 && text.find('.') == 6)) return six_digits(text);
    if (length == 8 || length == 12 || length == 14) return compact(text);
    if (const auto unit = unit_of_number()) return with_unit(*unit, text);
    if (has(2) && token(1) == ":") return time(*value);
    if (token(1) == "-" || token(1) == "/" || token(1) == ".") return date(text);
    return plain_number(*value, text);
  }

  // The time behind a whole date: "23", "2359".
  bool clock(std::string_view text) {
    hour_ = whole(text.substr(0, 2));
    if (text.size() == 4) minute_ = whole(text.substr(2));
    return hour_ && (text.size() == 2 || minute_);
  }

  // "200131", or behind a date "235959" or "235959.5"
  bool six_digits(std::string_view text) {
    if (parts_.empty() && text.find('.') == std::string_view::npos) {
      return parts_.add(text.substr(0, 2)) && parts_.add(text.substr(2, 2)) && parts_.add(text.substr(4));
    }
    hour_ = whole(text.substr(0, 2));
    minute_ = whole(text.substr(2, 2));
    second_ = whole_part(text.substr(4));
    return hour_ && minute_ && second_;
  }

  // "20200131", "202001312359", "20200131235959"
  bool compact(std::string_view text) {
    const bool is_date = parts_.add(text.substr(0, 4), DateParts::Role::year) && parts_.add(text.substr(4, 2)) &&
                         parts_.add(text.substr(6, 2));
    if (!is_date) return false;
    if (text.size() == 8) return true;
    hour_ = whole(text.substr(8, 2));
    minute_ = whole(text.substr(10, 2));
    if (!hour_ || !minute_) return false;
    if (text.size() == 14) second_ = whole(text.substr(12));
    return text.size() == 12 || second_;
  }

  // The unit that a word beside the number names: "10h", "10 h", and the next smaller one in "10h04". Moves to a unit
  // behind the number.
  std::optional<int> unit_of_number() {
    for (const std::size_t ahead : {1U, 2U}) {
      if (ahead == 2 && token(1) != " ") break;
      const auto unit = find(units, ahead);
      if (!unit) continue;
      at_ += ahead;
      return unit;
    }
    const auto before = [&](std::size_t back) { return find_word(units, tokens_[at_ - back]); };
    std::optional<int> unit;
    if (at_ > 0) unit = before(1);
    if (!unit && at_ > 1 && at_ + 1 == tokens_.size() && tokens_[at_ - 1] == " ") unit = before(2);
    return unit ? std::optional(*unit + 1) : std::nullopt;
  }

  bool with_unit(int unit, std::string_view text) {
    const auto value = whole_part(text);
    if (!value) return false;
    if (unit == hours) hour_ = value;
    if (unit == minutes) minute_ = value;
    if (unit == seconds) second_ = value;
    return true;
  }

  // "10:20", "10:20:30", "10:20:30.5"
  bool time(std::int64_t hour) {
    hour_ = hour;
    minute_ = whole_part(token(2));
    if (!minute_) return false;
    if (has(4) && token(3) == ":") {
      second_ = whole_part(token(4));
      if (!second_) return false;
      at_ += 2;
    }
    at_ += 2;
    return true;
  }

  // "1-31", "31.Jan.2020", "2020/1/31"
  bool date(std::string_view text) {
    const std::string_view sign = token(1);
    if (!parts_.add(text)) return false;
    if (has(2) && !is_meaningless(2)) {
      if (!date_part(token(2))) return false;
      if (has(3) && token(3) == sign) {
        if (!date_part(token(4))) return false;
        at_ += 2;
      }
      at_ += 1;
    }
    at_ += 1;
    return true;
  }
  bool date_part(std::string_view text) {
    const auto month = find_word(months, text);
    return month ? parts_.add_month(*month) : parts_.add(text);
  }

  // A part of the date, or an hour with its half of the day: "10 pm", "10pm".
  bool plain_number(std::int64_t value, std::string_view text) {
    const bool has_fraction = fraction(text).find_first_not_of('0') != std::string_view::npos;
    const bool is_greater = value > 100 || (value == 100 && has_fraction);
    if (!has(1) || is_meaningless(1)) {
      const auto half = find(halves, 2);
      if (half) set_hour(value, *half);
      if (!half && !parts_.add_number(value, is_greater)) return false;
      at_ += half ? 2 : 1;
      return true;
    }
    if (const auto half = find(halves, 1); half && value < 24) {
      set_hour(value, *half);
      at_ += 1;
      return true;
    }
    return parts_.may_be_day(value, has_fraction) && parts_.add_number(value, is_greater);
  }

  // ---- the result

  static std::int64_t full_year(std::int64_t year) { return year < 100 ? year + 2000 : year; }

  bool exists(const DateParts::Date& date, const CivilTime& today) const {
    const bool says_something =
        date.year || date.month || date.day || has_weekday_ || hour_ || minute_ || second_ || has_zone_ || has_offset_;
    if (!says_something) return false;
    std::int64_t year = date.year.value_or(today.year);
    if (date.year && !parts_.has_century()) year = full_year(year);
    const std::int64_t month = date.month.value_or(today.month);
    if (year < 1 || year > 9999 || month < 1 || month > 12) return false;
    // A day that the text leaves out is at most the last one of the month.
    const std::int64_t day = date.day.value_or(1);
    if (day < 1 || day > days_in_month(year, static_cast<std::uint32_t>(month))) return false;
    return hour_.value_or(0) < 24 && minute_.value_or(0) < 60 && second_.value_or(0) < 60;
  }

  const std::vector<std::string> tokens_;
  Budget& budget_;
  std::size_t at_ = 0;
  DateParts parts_;
  std::optional<std::int64_t> hour_, minute_, second_;
  bool has_weekday_ = false, has_zone_ = false, has_offset_ = false;
};

}  // namespace

bool is_timestamp(std::string_view text, const CivilTime& today, Budget& budget) {
  if (text.size() > longest_text) return false;
  return Reader(Splitter(text, budget).split(), budget).reads(today);
}

}  // namespace evalground::unfurl
