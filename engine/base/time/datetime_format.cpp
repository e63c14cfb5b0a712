// strftime and strptime, which share the names of months and days. Writing uses a table of directives, as in glibc's C
// locale. Parsing converts the format to one regular expression, as Python's _strptime does: "%d.%m." becomes
// (3[0-1]|…)\.(1[0-2]|…)\., and builds a date from its groups.
#include <algorithm>
#include <array>
#include <vector>

#include "base/regex/regex.hpp"
#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "base/time/datetime.hpp"

namespace evalground {
namespace {

constexpr std::array<std::string_view, 7> day_names = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                       "Friday", "Saturday", "Sunday"};
constexpr std::array<std::string_view, 12> month_names = {"January",   "February", "March",    "April",
                                                          "May",       "June",     "July",     "August",
                                                          "September", "October",  "November", "December"};

// Abbreviations are the first three letters.
std::string_view short_name(std::string_view name) {
  return name.substr(0, 3);
}

// One directive of strftime: `%_5d`.
// GNU's flags and widths apply to every directive, composed ones included: `%10F` is a date in ten characters.
struct Directive {
  char pad = '\0';  // '_', '-' or '0'; NUL: the directive's default
  bool is_upper = false;
  bool swaps_case = false;
  std::size_t width = 0;
  char letter = '\0';
};

// Keeps `%999999999d` from making a text of that size.
constexpr std::size_t most_width = 1024;

class TimeWriter {
 public:
  TimeWriter(const CivilTime& time, std::string_view zone_name) : time_(time), zone_name_(zone_name) {}

  std::string write(std::string_view format) {
    add(format);
    return std::move(text_);
  }

 private:
  void add(std::string_view format) {
    Scanner scanner(format);
    while (!scanner.at_end()) {
      text_ += scanner.take_while([](char c) { return c != '%'; });
      if (scanner.at_end()) return;
      const std::size_t begin = scanner.offset();
      scanner.skip();
      // %[flags][width][E or O]letter. An unknown directive is copied unchanged.
      Directive directive;
      for (;; scanner.skip()) {
        const char flag = scanner.peek();
        if (flag == '_' || flag == '-' || flag == '0') {
          directive.pad = flag;
        } else if (flag == '^') {
          directive.is_upper = true;
        } else if (flag == '#') {
          directive.swaps_case = true;
        } else {
          break;
        }
      }
      while (is_ascii_digit(scanner.peek())) {
        directive.width = std::min(directive.width * 10 + static_cast<std::size_t>(scanner.peek() - '0'), most_width);
        scanner.skip();
      }
      // The C locale has no alternative calendars and digits.
      std::string_view refused;
      if (scanner.take('E')) {
        refused = "aAbBdDeFgGhHIjklmMSUVwWzZ";
      } else if (scanner.take('O')) {
        refused = "aAcDFxXY";
      }
      directive.letter = scanner.peek();
      scanner.skip();
      const bool is_refused = refused.find(directive.letter) != std::string_view::npos;
      if (is_refused || !add_directive(directive)) text_ += scanner.between(begin, scanner.offset());
    }
  }

  // Zeros go between a minus sign and the digits, spaces before both: -5 in four characters is "-005", or two spaces
  // and "-5". The flag `-` means no padding, but an explicit width wins over it, with spaces.
  void add_padded(const Directive& directive, std::string_view digits, std::size_t width, char pad) {
    if (directive.pad == '_' || directive.pad == '-') pad = ' ';
    if (directive.pad == '0') pad = '0';
    width = std::max(directive.pad == '-' ? 0 : width, directive.width);
    const bool is_negative = digits.starts_with('-');
    if (is_negative && pad == '0') text_ += '-';
    if (digits.size() < width) text_.append(width - digits.size(), pad);
    text_ += digits.substr(is_negative && pad == '0' ? 1 : 0);
  }

  bool add_number(const Directive& directive, std::int64_t number, std::size_t width, char pad = '0') {
    add_padded(directive, std::to_string(number), width, pad);
    return true;
  }

  bool add_name(const Directive& directive, std::string_view name) {
    if (name.size() < directive.width) {
      text_.append(directive.width - name.size(), directive.pad == '0' ? '0' : ' ');
    }
    text_ += directive.is_upper ? to_upper(name) : std::string(name);
    return true;
  }

  // A directive that stands for others. The width applies to the whole.
  bool add_composed(const Directive& directive, std::string_view format) {
    TimeWriter part(time_, zone_name_);
    return add_name(directive, part.write(format));
  }

  // A time without a zone has an empty `%z`, as in Python.
  bool add_offset(const Directive& directive) {
    if (!time_.utc_offset) return true;
    std::string text = replace_all(offset_text(*time_.utc_offset), ":", "");
    return add_name(directive, text);
  }

  // Years may be negative, and C++ rounds towards zero, hence `(year % 100 + 100) % 100`: the year -1 is 99 of century
  // -1. False for a letter that is not a directive, which the caller then copies.
  bool add_directive(const Directive& directive) {
    const std::uint32_t weekday = iso_weekday(time_);
    const std::uint32_t yday = day_of_year(time_) - 1;
    const std::int64_t century = (time_.year - (time_.year % 100 + 100) % 100) / 100;
    const std::uint32_t hour_of_12 = (time_.hour + 11) % 12 + 1;
    const std::string_view half = time_.hour < 12 ? "AM" : "PM";
    const std::string_view month = month_names[(time_.month - 1) % 12];
    switch (directive.letter) {
      case '%': return add_name(directive, "%");
      case 'n': return add_name(directive, "\n");
      case 't': return add_name(directive, "\t");
      case 'a': return add_swapping(directive, short_name(day_names[weekday - 1]));
      case 'A': return add_swapping(directive, day_names[weekday - 1]);
      case 'b':
      case 'h': return add_swapping(directive, short_name(month));
      case 'B': return add_swapping(directive, month);
      case 'c': return add_composed(directive, "%a %b %e %H:%M:%S %Y");
      case 'C': return add_number(directive, century, 1);
      case 'd': return add_number(directive, time_.day, 2);
      case 'D':
      case 'x': return add_composed(directive, "%m/%d/%y");
      case 'e': return add_number(directive, time_.day, 2, ' ');
      case 'f': return add_number(directive, time_.microsecond, 6);
      case 'F': return add_composed(directive, "%Y-%m-%d");
      case 'g': return add_number(directive, (iso_week(time_).year % 100 + 100) % 100, 2);
      case 'G': return add_number(directive, iso_week(time_).year, 1);
      case 'H': return add_number(directive, time_.hour, 2);
      case 'I': return add_number(directive, hour_of_12, 2);
      case 'j': return add_number(directive, yday + 1, 3);
      case 'k': return add_number(directive, time_.hour, 2, ' ');
      case 'l': return add_number(directive, hour_of_12, 2, ' ');
      case 'm': return add_number(directive, time_.month, 2);
      case 'M': return add_number(directive, time_.minute, 2);
      case 'p': return add_name(directive, directive.swaps_case ? to_lower(half) : std::string(half));
      case 'P': return add_lower(directive, to_lower(half));
      case 'r': return add_composed(directive, "%I:%M:%S %p");
      case 'R': return add_composed(directive, "%H:%M");
      case 's': {
        // Read the fields like mktime() with UTC as the local zone.
        CivilTime utc = time_;
        utc.utc_offset.reset();
        utc.microsecond = 0;
        return add_number(directive, instant_of(utc) / microseconds_per_second, 1, ' ');
      }
      case 'S': return add_number(directive, time_.second, 2);
      case 'T':
      case 'X': return add_composed(directive, "%H:%M:%S");
      case 'u': return add_number(directive, weekday, 1);
      case 'U': return add_number(directive, (yday + 7 - weekday % 7) / 7, 2);
      case 'V': return add_number(directive, iso_week(time_).week, 2);
      case 'w': return add_number(directive, weekday % 7, 1);
      case 'W': return add_number(directive, (yday + 8 - weekday) / 7, 2);
      case 'y': return add_number(directive, (time_.year % 100 + 100) % 100, 2);
      case 'Y': return add_number(directive, time_.year, 1);
      case 'z': return add_offset(directive);
      case 'Z': return add_name(directive, directive.swaps_case ? to_lower(zone_name_) : std::string(zone_name_));
      default: return false;
    }
  }

  // `%^P` stays lower case.
  bool add_lower(Directive directive, std::string_view name) {
    directive.is_upper = false;
    return add_name(directive, name);
  }

  // `%#a` is upper case.
  bool add_swapping(Directive directive, std::string_view name) {
    directive.is_upper = directive.is_upper || directive.swaps_case;
    return add_name(directive, name);
  }

  const CivilTime& time_;
  std::string_view zone_name_;
  std::string text_;
};

// The longest first, because one name may be a prefix of another.
std::string one_of(std::vector<std::string_view> names) {
  std::stable_sort(names.begin(), names.end(),
                   [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  return join(names, "|");
}

template <std::size_t size>
std::string names_of(const std::array<std::string_view, size>& names, bool is_short) {
  std::vector<std::string_view> texts;
  for (const std::string_view name : names) texts.push_back(is_short ? short_name(name) : name);
  return one_of(std::move(texts));
}

// The pattern for a directive of strptime, as in Python; empty for an unknown directive.
// The order within a pattern matters: alternatives are tried from left to right, so two digits come before one. "%d%m"
// of "112" thus reads day 11 and month 2. A longer match is found by backtracking, where the rest of the format needs
// it.
std::string pattern_of(char letter) {
  switch (letter) {
    case 'd': return "3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]";
    case 'f': return "[0-9]{1,6}";
    case 'H': return "2[0-3]|[0-1]\\d|\\d";
    case 'I': return "1[0-2]|0[1-9]|[1-9]";
    case 'G':
    case 'Y': return "\\d\\d\\d\\d";
    case 'j': return "36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]";
    case 'm': return "1[0-2]|0[1-9]|[1-9]";
    case 'M': return "[0-5]\\d|\\d";
    case 'S': return "6[0-1]|[0-5]\\d|\\d";
    case 'U':
    case 'W': return "5[0-3]|[0-4]\\d|\\d";
    case 'w': return "[0-6]";
    case 'u': return "[1-7]";
    case 'V': return "5[0-3]|0[1-9]|[1-4]\\d|\\d";
    case 'y': return "\\d\\d";
    case 'z': return "[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?|(?-i:Z)";
    case 'A': return names_of(day_names, false);
    case 'a': return names_of(day_names, true);
    case 'B': return names_of(month_names, false);
    case 'b': return names_of(month_names, true);
    case 'p': return "am|pm";
    case 'Z': return "utc|gmt";
    default: return {};
  }
}

// Parses the parts that a format names, and builds a date.
//
// Translates the format to a regular expression (add_pattern) and matches it at the start of the input. Its named
// groups become fields (fields_). Time of day, offset and date are then read from the fields, each with Python's checks
// and messages. A group has the letter of its directive as its name, so a directive that occurs twice is refused by the
// regular expression, with Python's message about a redefined group.
class TimeReader {
 public:
  TimeReader(std::string_view text, std::string_view format) : text_(text), format_(format) {}

  ParsedTime read(Budget& budget) {
    std::string pattern;
    if (!add_pattern(pattern, format_)) return {{}, error_};
    const CompiledRegex compiled = Regex::compile(RegexSyntax::python, pattern, {.ignore_case = true});
    if (!compiled) return {{}, python_error_text(compiled.error, pattern)};
    RegexMatch match;
    if (!compiled.regex->find(text_, 0, RegexAnchor::start, match, budget)) {
      return {{}, "time data " + quoted(text_) + " does not match format " + quoted(format_)};
    }
    if (match.end() != text_.size()) {
      return {{}, "unconverted data remains: " + std::string(text_.substr(match.end()))};
    }
    for (const auto& [name, number] : compiled.regex->group_names()) fields_.push_back({name[0], match.text(number)});
    CivilTime time;
    if (!read_time_of_day(time) || !read_offset(time) || !read_date(time)) return {{}, error_};
    return {time, {}};
  }

 private:
  struct Field {
    char letter;
    std::string_view text;
  };

  static std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }

  // As in _strptime, any run of whitespace in the format matches any run in the text.
  bool add_pattern(std::string& pattern, std::string_view format) {
    constexpr std::string_view special = "\\.^$*+?(){}[]|";
    Scanner scanner(format);
    while (!scanner.at_end()) {
      if (is_space(scanner.peek_code_point().value)) {
        scanner.take_code_points_while(is_space);
        pattern += "\\s+";
        continue;
      }
      const char c = scanner.peek();
      scanner.skip();
      if (c != '%') {
        if (special.find(c) != std::string_view::npos) pattern += '\\';
        pattern += c;
        continue;
      }
      if (scanner.at_end()) return fail("stray % in format " + quoted(format));
      const CodePoint letter = scanner.peek_code_point();
      scanner.skip(letter.size);
      const std::string_view directive = scanner.between(scanner.offset() - letter.size, scanner.offset());
      if (!add_directive(pattern, directive)) return false;
    }
    return true;
  }

  bool add_directive(std::string& pattern, std::string_view directive) {
    if (directive == "%") {
      pattern += '%';
      return true;
    }
    if (directive == "c") return add_pattern(pattern, "%a %b %d %H:%M:%S %Y");
    if (directive == "x") return add_pattern(pattern, "%m/%d/%y");
    if (directive == "X") return add_pattern(pattern, "%H:%M:%S");
    const std::string own = directive.size() == 1 ? pattern_of(directive[0]) : std::string();
    if (own.empty()) {
      const bool is_escaped = std::string_view("\\.^$*+?(){}[]| ").find(directive) != std::string_view::npos;
      return fail("'" + std::string(is_escaped ? "%" : directive) + "' is a bad directive in format " +
                  quoted(format_));
    }
    pattern.append("(?P<").append(directive).append(">").append(own).append(")");
    return true;
  }

  std::optional<std::string_view> text_of(char letter) const {
    for (const Field& field : fields_) {
      if (field.letter == letter) return field.text;
    }
    return std::nullopt;
  }

  // The digits may be of any script, like \d.
  std::optional<std::int32_t> number_of(char letter) const {
    const auto text = text_of(letter);
    if (!text) return std::nullopt;
    std::int32_t number = 0;
    for (std::size_t at = 0; at < text->size();) {
      const CodePoint next = decode_code_point(*text, at);
      at += next.size;
      if (const auto digit = decimal_digit(next.value)) number = number * 10 + static_cast<std::int32_t>(*digit);
    }
    return number;
  }

  template <std::size_t size>
  std::optional<std::int32_t> index_of(char letter, const std::array<std::string_view, size>& names) const {
    const auto text = text_of(letter);
    if (!text) return std::nullopt;
    const std::string wanted = to_lower(short_name(*text));
    for (std::size_t index = 0; index < size; ++index) {
      if (to_lower(short_name(names[index])) == wanted) return static_cast<std::int32_t>(index);
    }
    return std::nullopt;
  }

  // `%p` counts only beside `%I`: "%H %p" of "3 PM" is 3 o'clock. 60 and 61 match the pattern of `%S`, but a datetime
  // cannot hold them.
  bool read_time_of_day(CivilTime& time) {
    auto hour = static_cast<std::uint32_t>(number_of('H').value_or(0));
    if (const auto of_12 = number_of('I')) {
      const bool is_afternoon = to_lower(text_of('p').value_or("")) == "pm";
      hour = static_cast<std::uint32_t>(*of_12) % 12 + (is_afternoon ? 12 : 0);
    }
    time.hour = hour;
    time.minute = static_cast<std::uint32_t>(number_of('M').value_or(0));
    time.second = static_cast<std::uint32_t>(number_of('S').value_or(0));
    if (time.second > 59) return fail("second must be in 0..59");
    if (const auto fraction = text_of('f')) {
      time.microsecond = static_cast<std::uint32_t>(*number_of('f'));
      for (std::size_t digits = fraction->size(); digits < 6; ++digits) time.microsecond *= 10;
    }
    return true;
  }

  // "+01:00", "-0030", "Z". Seconds may follow, with a colon if the minutes have one.
  bool read_offset(CivilTime& time) {
    const auto text = text_of('z');
    if (!text) return true;
    if (*text == "Z") {
      time.utc_offset = 0;
      return true;
    }
    const bool has_colon = (*text)[3] == ':';
    const std::string_view rest = text->substr(has_colon ? 6 : 5);
    if (!rest.empty() && has_colon != rest.starts_with(':')) {
      return fail("Inconsistent use of : in " + std::string(*text));
    }
    std::int32_t numbers[3] = {0, 0, 0};
    std::size_t count = 0;
    for (const char c : text->substr(0, text->find('.'))) {
      if (!is_ascii_digit(c)) continue;
      numbers[count / 2] = numbers[count / 2] * 10 + (c - '0');
      ++count;
    }
    const std::int32_t offset = numbers[0] * 3600 + numbers[1] * 60 + numbers[2];
    if (offset >= 86'400) {
      return fail("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).");
    }
    time.utc_offset = text->starts_with('-') ? -offset : offset;
    return true;
  }

  // Monday is 0.
  std::optional<std::int32_t> weekday() const {
    if (const auto index = index_of('A', day_names)) return index;
    if (const auto index = index_of('a', day_names)) return index;
    if (const auto number = number_of('w')) return (*number + 6) % 7;
    if (const auto number = number_of('u')) return *number - 1;
    return std::nullopt;
  }

  // What the directives say of the day, apart from month and day.
  struct Week {
    std::optional<std::int32_t> iso_year;     // %G
    std::optional<std::int32_t> iso;          // %V
    std::optional<std::int32_t> from_sunday;  // %U
    std::optional<std::int32_t> from_monday;  // %W
    std::optional<std::int32_t> day;          // Monday is 0
    std::optional<std::int32_t> ordinal;      // of the year, %j
  };

  // The day comes from one of three sources, the first that is there: a day of the year (%j), a week and a weekday, or
  // month and day. What is missing is 1900-01-01. A weekday alone changes nothing: "%A" of "Friday" is 1900-01-01, a
  // Monday.
  bool read_date(CivilTime& time) {
    std::optional<std::int32_t> year = number_of('Y');
    // POSIX: 69 to 99 are in the twentieth century, 0 to 68 in the twenty-first.
    if (const auto of_century = number_of('y')) year = *of_century + (*of_century <= 68 ? 2000 : 1900);
    const Week week{number_of('G'), number_of('V'), number_of('U'), number_of('W'), weekday(), number_of('j')};
    std::int32_t month = number_of('m').value_or(1);
    if (const auto index = index_of('B', month_names)) month = *index + 1;
    if (const auto index = index_of('b', month_names)) month = *index + 1;
    const std::int32_t day = number_of('d').value_or(1);
    const bool lacks_year = !year;
    if (!check_iso(week, lacks_year)) return false;
    // Without a year February 29 is one of 1904; Python then calls it 1900, which has none.
    time.year = year.value_or(month == 2 && day == 29 ? 1904 : 1900);
    if (week.iso_year && lacks_year) time.year = *week.iso_year;
    if (time.year < 1) return fail("year " + std::to_string(time.year) + " is out of range");
    if (const auto ordinal = week.ordinal ? week.ordinal : ordinal_of(week, time, lacks_year)) {
      return set_ordinal(time, *ordinal);
    }
    time.month = static_cast<std::uint32_t>(month);
    time.day = static_cast<std::uint32_t>(day);
    const bool is_leap_day_of_none = lacks_year && time.year == 1904;
    return (is_valid(time) && !is_leap_day_of_none) || fail("day is out of range for month");
  }

  // The directives of ISO weeks need each other, and exclude others.
  bool check_iso(const Week& week, bool lacks_year) {
    if (lacks_year && week.iso_year) {
      if (!week.iso || !week.day) {
        return fail(
            "ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive ('%A', "
            "'%a', '%w', or '%u').");
      }
      return !week.ordinal || fail(
                                  "Day of the year directive '%j' is not compatible with ISO year directive '%G'. "
                                  "Use '%Y' instead.");
    }
    if (week.from_sunday || week.from_monday || !week.iso) return true;
    return fail(week.day ? "ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO "
                           "year '%G' instead."
                         : "ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday "
                           "directive ('%A', '%a', '%w', or '%u').");
  }

  // The day of the year that a week and a weekday are; nothing where they are not given.
  static std::optional<std::int32_t> ordinal_of(const Week& week, const CivilTime& time, bool lacks_year) {
    if (!week.day) return std::nullopt;
    CivilTime first = time;
    first.month = 1;
    first.day = 1;
    if (week.from_sunday || week.from_monday) {
      // Weeks begin with the first Sunday, or Monday; before it is week 0.
      const auto first_weekday = static_cast<std::int32_t>(iso_weekday(first)) - 1;
      const std::int32_t shift = week.from_sunday ? 1 : 0;
      const std::int32_t number = week.from_sunday ? *week.from_sunday : *week.from_monday;
      const std::int32_t of_first = (first_weekday + shift) % 7;
      const std::int32_t of_week = (*week.day + shift) % 7;
      return number == 0 ? 1 + of_week - of_first : 1 + (7 - of_first) % 7 + 7 * (number - 1) + of_week;
    }
    if (!week.iso_year || !week.iso || !lacks_year) return std::nullopt;
    CivilTime fourth = first;
    fourth.day = 4;
    // January 4 is always in ISO week 1, so the Monday of that week is counted from its weekday.
    return *week.iso * 7 + *week.day + 1 - static_cast<std::int32_t>(iso_weekday(fourth)) - 3;
  }

  // Day 366 of a common year is January 1 of the next one. Day 0 and less, in week 0, are in the year before.
  bool set_ordinal(CivilTime& time, std::int32_t ordinal) {
    const CivilTime date = civil_time(instant_of({.year = time.year}) + (ordinal - 1) * microseconds_per_day);
    time.year = date.year;
    time.month = date.month;
    time.day = date.day;
    return (time.year >= 1 && time.year <= 9999) || fail("year " + std::to_string(time.year) + " is out of range");
  }

  std::string_view text_;
  std::string_view format_;
  std::vector<Field> fields_;
  std::string error_;
};

}  // namespace

std::string format_time(std::string_view format, const CivilTime& time, std::string_view zone_name) {
  return TimeWriter(time, zone_name).write(format);
}

ParsedTime parse_time(std::string_view text, std::string_view format, Budget& budget) {
  return TimeReader(text, format).read(budget);
}

}  // namespace evalground
