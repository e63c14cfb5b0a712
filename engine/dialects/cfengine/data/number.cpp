// Numbers as the reference reads them from text: "4k" is 4000, "4K" is 4096, "10%" is -10, "inf" is 999,999,999.
//
// There are two kinds of readers. int_of() and real_of() accept only a complete number, with one suffix. The
// leading_…() functions take what is at the beginning, as C's strtol and strtod do, and give 0 where there is nothing.
#include "dialects/cfengine/data/number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"

namespace evalground::cfengine {
namespace {

// The factor of a suffix; 1 for any other character after a number.
std::int64_t factor_of(char suffix) {
  switch (suffix) {
    case 'k': return 1000;
    case 'm': return 1000 * 1000;
    case 'g': return 1000 * 1000 * 1000;
    case 'K': return 1LL << 10;
    case 'M': return 1LL << 20;
    case 'G': return 1LL << 30;
    default: return 1;
  }
}

constexpr std::int64_t infinite = 999'999'999;

// The length of the prefix that C reads as a decimal number: "-1.5e3" of "-1.5e3x".
std::size_t real_length(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && is_ascii_digit(text[at])) ++at;
    return at - begin;
  };
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  std::size_t count = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    count += digits();
  }
  if (count == 0) return 0;
  const std::size_t mantissa = at;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (digits() == 0) return mantissa;
  }
  return at;
}

// Too many digits give an infinite number of the right sign.
double real_at_start(std::string_view text, std::size_t length) {
  const ParsedNumber<double> parsed = parse_real(text.substr(0, length));
  if (parsed) return parsed.value;
  return text.starts_with('-') ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
}

struct NumberAtStart {
  double value = 0;
  std::size_t length = 0;  // 0: no number at the beginning
};

// Hexadecimal numbers are read, as C's strtod does.
NumberAtStart number_at_start(std::string_view text) {
  const bool is_signed = text.starts_with('-') || text.starts_with('+');
  const std::string_view plain = text.substr(is_signed ? 1 : 0);
  if (plain.starts_with("0x") || plain.starts_with("0X")) {
    const std::size_t end = std::min(plain.find_first_not_of("0123456789abcdefABCDEF", 2), plain.size());
    const ParsedNumber<std::int64_t> digits = parse_digits(plain.substr(2, end - 2), 16, false);
    const double sign = text.starts_with('-') ? -1 : 1;
    if (digits) return {sign * static_cast<double>(digits.value), end + (is_signed ? 1 : 0)};
  }
  const std::size_t length = real_length(text);
  if (length == 0) return {};
  return {real_at_start(text, length), length};
}

// The suffix after the digits of a number: one character, then blanks. Nothing when more follows: "5 k", "1.5.2".
std::optional<char> suffix_of(std::string_view rest) {
  if (rest.empty()) return ' ';
  if (rest.find_first_not_of(ascii_whitespace, 1) != std::string_view::npos) return std::nullopt;
  return rest[0];
}

}  // namespace

// A percentage from 0 to 100 is stored as a negative number. Nothing on overflow.
std::optional<std::int64_t> int_of(std::string_view text) {
  if (text == "inf") return infinite;
  text = trim_start(text);
  std::size_t end = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  while (end < text.size() && is_ascii_digit(text[end])) ++end;
  const ParsedNumber<std::int64_t> parsed = parse_loose_integer(text.substr(0, end));
  const std::optional<char> suffix = suffix_of(text.substr(end));
  if (!parsed || !suffix) return std::nullopt;
  if (*suffix != '%') return checked_multiply(parsed.value, factor_of(*suffix));
  if (parsed.value < 0 || parsed.value > 100) return std::nullopt;
  return -parsed.value;
}

std::optional<std::int64_t> int_at(std::string_view text, std::int64_t now) {
  return text == "now" ? now : int_of(text);
}

std::optional<double> real_of(std::string_view text) {
  text = trim_start(text);
  const auto [number, length] = number_at_start(text);
  const std::optional<char> suffix = suffix_of(text.substr(length));
  if (length == 0 || !suffix || !std::isfinite(number)) return std::nullopt;
  if (*suffix != '%') return number * static_cast<double>(factor_of(*suffix));
  if (number < 0 || number > 100) return std::nullopt;
  return -number;
}

bool begins_number(std::string_view text) {
  return real_length(trim_start(text)) > 0;
}

double leading_real(std::string_view text) {
  return number_at_start(trim_start(text)).value;
}

// Clamps on overflow.
std::int64_t leading_int(std::string_view text) {
  text = trim_start(text);
  std::size_t end = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  while (end < text.size() && is_ascii_digit(text[end])) ++end;
  const ParsedNumber<std::int64_t> parsed = parse_loose_integer(text.substr(0, end));
  if (parsed) return parsed.value;
  if (parsed.fault == NumberFault::not_a_number) return 0;
  return text[0] == '-' ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

// C's %f, with six decimals unless told otherwise.
std::string fixed_text(double number, int decimals) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  char buffer[400];  // 309 digits, a sign, a point, decimals
  const int length = std::snprintf(buffer, sizeof buffer, "%.*f", decimals, number);
  return std::string(buffer, static_cast<std::size_t>(length));
}

}  // namespace evalground::cfengine
