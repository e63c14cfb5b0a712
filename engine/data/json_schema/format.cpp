// The formats of JSON Schema, as checks of a text. Names that are not in the table have no check, as the specification
// asks.
#include "data/json_schema/format.hpp"

#include <algorithm>

#include "base/regex/regex.hpp"
#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "base/text/uri.hpp"
#include "base/time/datetime.hpp"

namespace evalground {
namespace {

bool is_hex(char c) {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Takes exactly two digits, up to `highest`.
bool take_two(Scanner& scanner, int highest, int& number) {
  if (!is_ascii_digit(scanner.peek()) || !is_ascii_digit(scanner.peek(1))) return false;
  number = (scanner.peek() - '0') * 10 + (scanner.peek(1) - '0');
  scanner.skip(2);
  return number <= highest;
}

bool is_date(std::string_view text) {
  return text.size() == 10 && parse_instant(std::string(text) + "T00:00:00Z").has_value();
}

// RFC 3339: 23:59:60 is valid, converted to UTC.
// Leap seconds are inserted at the end of a day in UTC, so the offset decides whether 60 is possible.
bool is_time(std::string_view text) {
  Scanner scanner(text);
  int hour = 0, minute = 0, second = 0, offset_hour = 0, offset_minute = 0;
  if (!take_two(scanner, 23, hour) || !scanner.take(':') || !take_two(scanner, 59, minute) || !scanner.take(':') ||
      !take_two(scanner, 60, second)) {
    return false;
  }
  if (scanner.take('.') && scanner.take_while(is_ascii_digit).empty()) return false;
  int sign = 0;
  if (!scanner.take('Z') && !scanner.take('z')) {
    sign = scanner.take('+') ? 1 : scanner.take('-') ? -1 : 0;
    if (sign == 0 || !take_two(scanner, 23, offset_hour) || !scanner.take(':') ||
        !take_two(scanner, 59, offset_minute)) {
      return false;
    }
  }
  const int minutes_in_utc = (hour * 60 + minute - sign * (offset_hour * 60 + offset_minute) + 2 * 1440) % 1440;
  return scanner.at_end() && (second < 60 || minutes_in_utc == 1439);
}

bool is_date_time(std::string_view text) {
  return text.size() > 11 && (text[10] == 'T' || text[10] == 't') && is_date(text.substr(0, 10)) &&
         is_time(text.substr(11));
}

// ISO 8601, as in RFC 3339's appendix: units in order, "P1Y2M3DT4H5M6S", or only weeks.
// P1Y2D is wrong, because the grammar of RFC 3339 has no gaps.
bool is_duration(std::string_view text) {
  Scanner scanner(text);
  if (!scanner.take('P')) return false;
  const auto take_units = [&](std::string_view units) {
    std::size_t next = 0;
    bool has_any = false;
    while (is_ascii_digit(scanner.peek())) {
      scanner.take_while(is_ascii_digit);
      const std::size_t unit = units.find(scanner.peek(), next);
      // Units follow each other without a gap: months are required between years and days.
      if (unit == std::string_view::npos || (has_any && unit != next)) return false;
      scanner.skip();
      next = unit + 1;
      has_any = true;
    }
    return has_any;
  };
  if (text.ends_with('W')) return take_units("W") && scanner.at_end();
  if (!scanner.sees("T") && !take_units("YMD")) return false;
  if (scanner.take('T') && !take_units("HMS")) return false;
  return scanner.at_end();
}

// RFC 1123: labels of up to 63 letters, digits and hyphens, no hyphen at their ends.
bool is_hostname(std::string_view text) {
  if (text.empty() || text.size() > 253) return false;
  for (const std::string_view label : Split(text, ".")) {
    const bool has_only_known = std::all_of(label.begin(), label.end(),
                                            [](char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '-'; });
    if (label.empty() || label.size() > 63 || !has_only_known || label.front() == '-' || label.back() == '-') {
      return false;
    }
  }
  return true;
}

bool is_ipv4(std::string_view text) {
  std::size_t count = 0;
  for (const std::string_view part : Split(text, ".")) {
    ++count;
    if (part.empty() || part.size() > 3 || (part.size() > 1 && part[0] == '0')) return false;
    int number = 0;
    for (const char c : part) {
      if (!is_ascii_digit(c)) return false;
      number = number * 10 + (c - '0');
    }
    if (number > 255) return false;
  }
  return count == 4;
}

// `::` stands for at least one group of zeros, so at most seven others may be written.
bool is_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  const bool has_gap = gap != std::string_view::npos;
  // The groups on one side of the gap. An IPv4 address at the very end counts as two.
  const auto count_groups = [](std::string_view side, bool is_last) -> int {
    if (side.empty()) return 0;
    int count = 0;
    for (auto part = Split(side, ":").begin(); part != Split(side, ":").end(); ++part) {
      const std::string_view group = *part;
      const bool ends = group.data() + group.size() == side.data() + side.size();
      if (is_last && ends && group.find('.') != std::string_view::npos) {
        if (!is_ipv4(group)) return -1;
        count += 2;
      } else if (group.empty() || group.size() > 4 || !std::all_of(group.begin(), group.end(), is_hex)) {
        return -1;
      } else {
        ++count;
      }
    }
    return count;
  };
  if (!has_gap) return count_groups(text, true) == 8;
  const int before = count_groups(text.substr(0, gap), false);
  const int after = count_groups(text.substr(gap + 2), true);
  return before >= 0 && after >= 0 && before + after <= 7;
}

// RFC 5321: an atom with dots, or anything in quotes, before the last `@`.
bool is_email(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0) return false;
  const std::string_view local = text.substr(0, at);
  std::string_view domain = text.substr(at + 1);
  if (local.front() == '"') {
    if (local.size() < 2 || local.back() != '"') return false;
  } else {
    constexpr std::string_view also = "!#$%&'*+/=?^_`{|}~-";
    for (const std::string_view atom : Split(local, ".")) {
      const bool is_atom = !atom.empty() && std::all_of(atom.begin(), atom.end(), [&](char c) {
        return is_ascii_letter(c) || is_ascii_digit(c) || also.find(c) != std::string_view::npos;
      });
      if (!is_atom) return false;
    }
  }
  if (domain.starts_with('[') && domain.ends_with(']')) {
    domain = domain.substr(1, domain.size() - 2);
    return domain.starts_with("IPv6:") ? is_ipv6(domain.substr(5)) : is_ipv4(domain);
  }
  return is_hostname(domain);
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_hyphen_place = at == 8 || at == 13 || at == 18 || at == 23;
    if (is_hyphen_place ? text[at] != '-' : !is_hex(text[at])) return false;
  }
  return true;
}

bool is_json_pointer(std::string_view text) {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t at = text.find('~'); at != std::string_view::npos; at = text.find('~', at + 1)) {
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

bool is_relative_json_pointer(std::string_view text) {
  Scanner scanner(text);
  const std::string_view digits = scanner.take_while(is_ascii_digit);
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return false;
  return scanner.rest() == "#" || is_json_pointer(scanner.rest());
}

// Patterns of JSON Schema are ECMAScript's.
bool is_regex(std::string_view text) {
  return static_cast<bool>(Regex::compile(RegexSyntax::ecmascript, text));
}

struct Format {
  std::string_view name;
  FormatCheck check;
};
constexpr Format formats[] = {{"date-time", is_date_time},
                              {"date", is_date},
                              {"time", is_time},
                              {"duration", is_duration},
                              {"email", is_email},
                              {"hostname", is_hostname},
                              {"ipv4", is_ipv4},
                              {"ipv6", is_ipv6},
                              {"uri", is_uri},
                              {"uri-reference", is_uri_reference},
                              {"uuid", is_uuid},
                              {"json-pointer", is_json_pointer},
                              {"relative-json-pointer", is_relative_json_pointer},
                              {"regex", is_regex}};

}  // namespace

FormatCheck find_format(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(formats), std::end(formats), [&](const Format& format) { return format.name == name; });
  return found == std::end(formats) ? nullptr : found->check;
}

}  // namespace evalground
