#include "dialects/cfengine/data/number.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "base/text/number.hpp"
#include "base/text/text.hpp"

namespace evalground::cfengine {
namespace {

// The factor of a suffix; 0 when it is none.
std::int64_t factor_of(char suffix) {
  switch (suffix) {
    case 'k': return 1000;
    case 'm': return 1000 * 1000;
    case 'g': return 1000 * 1000 * 1000;
    case 'K': return 1LL << 10;
    case 'M': return 1LL << 20;
    case 'G': return 1LL << 30;
    case '%': return 1;
    default: return 0;
  }
}

constexpr std::int64_t infinite = 999'999'999;

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// The length of what C would read as a decimal number: "-1.5e3" of "-1.5e3x".
std::size_t real_length(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
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

double real_at_start(std::string_view text, std::size_t length) {
  const ParsedNumber<double> parsed = parse_real(text.substr(0, length));
  if (parsed) return parsed.value;
  return text.starts_with('-') ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<std::int64_t> int_of(std::string_view text) {
  if (text == "inf") return infinite;
  if (text.empty()) return std::nullopt;
  std::int64_t factor = 1;
  if (!is_digit(text.back())) {
    factor = factor_of(text.back());
    text.remove_suffix(1);
  }
  if (factor == 0) return std::nullopt;
  const ParsedNumber<std::int64_t> parsed = parse_loose_integer(text);
  if (!parsed) return std::nullopt;
  return checked_multiply(parsed.value, factor);
}

std::optional<double> real_of(std::string_view text) {
  if (text == "inf") return static_cast<double>(infinite);
  const std::size_t length = real_length(text);
  if (length == 0 || length + 1 < text.size()) return std::nullopt;
  const double number = real_at_start(text, length);
  if (!std::isfinite(number)) return std::nullopt;
  if (length == text.size()) return number;
  const std::int64_t factor = factor_of(text.back());
  if (factor == 0) return std::nullopt;
  return number * static_cast<double>(factor);
}

std::optional<double> loose_real_of(std::string_view text) {
  text = trim_start(text);
  if (text.starts_with("0x") || text.starts_with("0X")) {
    const ParsedNumber<std::int64_t> digits = parse_digits(text.substr(2), 16, false);
    if (digits) return static_cast<double>(digits.value);
  }
  const std::size_t length = real_length(text);
  if (length == 0 || length + 1 < text.size()) return std::nullopt;
  const std::int64_t factor = length == text.size() ? 1 : factor_of(text.back());
  return real_at_start(text, length) * static_cast<double>(factor == 0 ? 1 : factor);
}

double leading_real(std::string_view text) {
  text = trim_start(text);
  const std::size_t length = real_length(text);
  return length == 0 ? 0 : real_at_start(text, length);
}

std::int64_t leading_int(std::string_view text) {
  text = trim_start(text);
  std::size_t end = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  const ParsedNumber<std::int64_t> parsed = parse_loose_integer(text.substr(0, end));
  if (parsed) return parsed.value;
  if (parsed.fault == NumberFault::not_a_number) return 0;
  return text[0] == '-' ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

std::string fixed_text(double number, int decimals) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  char buffer[400];  // 309 digits, a sign, a point, decimals
  const int length = std::snprintf(buffer, sizeof buffer, "%.*f", decimals, number);
  return std::string(buffer, static_cast<std::size_t>(length));
}

}  // namespace evalground::cfengine
