// What `%` formatting and str.format() share: padding, signs, digits. Widths come from documents, so room for a padded
// text is charged before it is allocated.
#include "value/python_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "source/diagnostic.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/python_error.hpp"

namespace evalground {
namespace {

constexpr std::int64_t most_precision = 1000;  // digits after the point; more make no sense

std::string c_format(char type, std::int64_t precision, bool alternate, double number) {
  char pattern[16];
  std::snprintf(pattern, sizeof pattern, "%%%s.%d%c", alternate ? "#" : "", static_cast<int>(precision), type);
  const int size = std::snprintf(nullptr, 0, pattern, number);
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), pattern, number);
  text.pop_back();
  return text;
}

}  // namespace

// Pads text to at least `width` code points.
std::string padded(std::string_view text, const FieldSpec& spec, char fallback_align) {
  const auto length = static_cast<std::int64_t>(count_code_points(text));
  if (length >= spec.width) return std::string(text);
  const std::int64_t room = spec.width - length;
  const char align = spec.align == 0 ? fallback_align : spec.align;
  const std::int64_t before = align == '>' || align == '=' ? room : align == '^' ? room / 2 : 0;
  std::string result = text_with_room(text.size() + static_cast<std::uint64_t>(room) * spec.fill.size());
  for (std::int64_t count = 0; count < before; ++count) result += spec.fill;
  result += text;
  for (std::int64_t count = before; count < room; ++count) result += spec.fill;
  return result;
}

// A number with its sign and a prefix such as "0x" given separately. '=' pads between them and the digits.
std::string padded_number(std::string_view sign, std::string_view digits, const FieldSpec& spec) {
  const std::string whole = std::string(sign) + std::string(digits);
  const char align = spec.align != 0 ? spec.align : spec.zero ? '=' : '>';
  if (align != '=') return padded(whole, spec, '>');
  const auto length = static_cast<std::int64_t>(count_code_points(whole));
  if (length >= spec.width) return whole;
  std::string result(sign);
  std::string fill = spec.zero && spec.align == 0 ? "0" : spec.fill;
  const std::int64_t room = spec.width - length;
  result = text_with_room(whole.size() + static_cast<std::uint64_t>(room) * fill.size());
  result += sign;
  for (std::int64_t count = 0; count < room; ++count) result += fill;
  result += digits;
  return result;
}

// The digits of a non-negative number in a float type: e E f F g G %.
std::string real_digits(double number, char type, std::int64_t precision, bool alternate) {
  if (std::isnan(number)) return type == 'E' || type == 'F' || type == 'G' ? "NAN" : "nan";
  if (std::isinf(number)) return type == 'E' || type == 'F' || type == 'G' ? "INF" : "inf";
  if (precision > most_precision) python_fail("value-error", "precision too big");
  if (type == '%') return c_format('f', precision < 0 ? 6 : precision, alternate, number * 100) + "%";
  return c_format(type, precision < 0 ? 6 : precision, alternate, number);
}

bool is_negative_number(double number) {
  return std::signbit(number) && !std::isnan(number);
}

std::string sign_text(bool is_negative, char sign) {
  if (is_negative) return "-";
  return sign == '+' ? "+" : sign == ' ' ? " " : "";
}

double real_of(const Value& value) {
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1.0 : 0.0;
  if (value.is_number()) return value.as_real();
  const std::optional<double> number = big_integer_of(value).to_double();
  if (!number) python_fail("overflow-error", "int too large to convert to float");
  return *number;
}

// The digits of an integer's magnitude in a base.
std::string integer_digits(const Value& value, unsigned base, bool& is_negative) {
  const Value whole = value.kind() == Kind::boolean ? Value::integer(value.as_boolean() ? 1 : 0) : value;
  std::string text = big_integer_of(whole).text(base);
  is_negative = text.starts_with('-');
  if (is_negative) text.erase(0, 1);
  return text;
}

bool is_python_whole(const Value& value) {
  return value.kind() == Kind::boolean || is_integer(value);
}

std::string ascii_upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

std::string ascii_repr(const std::string& repr) {
  std::string result;
  for (std::size_t at = 0; at < repr.size();) {
    const CodePoint point = decode_code_point(repr, at);
    at += point.size;
    if (point.value < 0x80) {
      result += static_cast<char>(point.value);
      continue;
    }
    char text[12];
    std::snprintf(text, sizeof text,
                  point.value <= 0xFF     ? "\\x%02x"
                  : point.value <= 0xFFFF ? "\\u%04x"
                                          : "\\U%08x",
                  static_cast<unsigned>(point.value));
    result += text;
  }
  return result;
}

std::int64_t take_number(std::string_view& text, std::string_view message) {
  std::size_t end = 0;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  const auto number = parse_digits(text.substr(0, end), 10, false);
  if (!number || number.value > 0x7FFFFFFF) python_fail("value-error", std::string(message));
  text.remove_prefix(end);
  return number.value;
}

}  // namespace evalground
