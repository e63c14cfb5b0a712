// A padded value, as in both of Python's formatting languages: digits, sign, padding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "value/value.hpp"

namespace evalground {

// "[[fill]align][sign][z][#][0][width][,|_][.precision][type]"
struct FieldSpec {
  std::string fill = " ";
  char align = 0;  // < > ^ =
  char sign = 0;
  bool no_negative_zero = false;
  bool alternate = false;
  bool zero = false;
  std::int64_t width = 0;
  char grouping = 0;  // , _
  std::int64_t precision = -1;
  char32_t type = 0;
};

// Pads text to at least `width` code points. Throws LimitError (memory) before it is created.
std::string padded(std::string_view text, const FieldSpec& spec, char fallback_align);
// A number with its sign and a prefix such as "0x" given separately. '=' pads between them and the digits.
std::string padded_number(std::string_view sign, std::string_view digits, const FieldSpec& spec);
// The digits of a non-negative number in a float type: e E f F g G %. Fails with "value-error".
std::string real_digits(double number, char type, std::int64_t precision, bool alternate);
// The digits of an integer's magnitude in a base.
std::string integer_digits(const Value& value, unsigned base, bool& is_negative);
// "-", or the positive sign that the specification requests.
std::string sign_text(bool is_negative, char sign);
bool is_negative_number(double number);
// A number as a double. An integer that is too large fails with "overflow-error".
double real_of(const Value& value);
// True when Python counts it as an integer, which includes booleans.
bool is_python_whole(const Value& value);
std::string ascii_upper(std::string text);
// Python's ascii() of a repr: other characters become "\x", "\u" and "\U".
std::string ascii_repr(const std::string& repr);
// Takes the digits at the start of `text`. Fails with "value-error" and the message.
std::int64_t take_number(std::string_view& text, std::string_view message);

}  // namespace evalground
