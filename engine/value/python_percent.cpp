// `'%s' % x`
//
//   "%-5s|%03d|%(name)s" % …      flags, width and precision, then a type; a key in parentheses for a mapping
//
// Follows the order of CPython, because the first mistake decides the message: an argument is taken before its type is
// checked, and surplus arguments are noticed at the end. A mapping may have unused keys, but any other single argument
// must be used.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "base/text/number.hpp"
#include "base/text/size.hpp"
#include "base/text/utf8.hpp"
#include "source/diagnostic.hpp"
#include "value/python_error.hpp"
#include "value/python_field.hpp"
#include "value/python_format.hpp"
#include "value/python_number.hpp"

namespace evalground {
namespace {

constexpr std::int64_t most_width = 0x7FFFFFFF;

class Percent {
 public:
  Percent(std::string_view format, const Value& arguments, FormatLanguage& language)
      : format_(format),
        arguments_(arguments),
        language_(language),
        is_tuple_(arguments.kind() == Kind::tuple),
        is_mapping_(language.is_mapping(arguments)) {
    if (!is_tuple_) lone_ = arguments;
  }

  std::string run() {
    const std::uint64_t memory = language_.budget.limits().memory;
    while (at_ < format_.size()) {
      language_.budget.step();
      const std::size_t percent = std::min(format_.find('%', at_), format_.size());
      result_ += format_.substr(at_, percent - at_);
      at_ = percent;
      if (at_ == format_.size()) break;
      ++at_;
      conversion();
      if (result_.size() > memory) throw LimitError(Limit::memory, memory);
    }
    const bool has_more = is_tuple_ ? next_ < arguments_.as_list().size() : lone_.has_value();
    if (has_more && !is_mapping_) python_fail("type-error", "not all arguments converted during string formatting");
    return std::move(result_);
  }

 private:
  // The next argument. A single argument, and the value of a key, can be used once.
  Value next() {
    if (is_tuple_) {
      if (next_ >= arguments_.as_list().size()) python_fail("type-error", "not enough arguments for format string");
      return arguments_.as_list()[next_++];
    }
    if (!lone_) python_fail("type-error", "not enough arguments for format string");
    const Value value = *std::exchange(lone_, std::nullopt);
    return value;
  }

  char peek() const {
    if (at_ >= format_.size()) python_fail("value-error", "incomplete format");
    return format_[at_];
  }

  // A negative width by `*` means left alignment, as in C; conversion() handles it.
  std::int64_t star_or_number() {
    if (peek() == '*') {
      ++at_;
      const Value value = next();
      if (!is_python_whole(value)) python_fail("type-error", "* wants int");
      if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
      if (value.kind() != Kind::integer || value.as_integer() > most_width || value.as_integer() < -most_width) {
        python_fail("overflow-error", "Python int too large to convert to C ssize_t");
      }
      return value.as_integer();
    }
    std::string_view rest = format_.substr(at_);
    if (rest[0] < '0' || rest[0] > '9') return 0;
    const std::int64_t number = take_number(rest, "width too big");
    at_ = format_.size() - rest.size();
    return number;
  }

  void conversion() {
    if (peek() == '%') {
      ++at_;
      result_ += '%';
      return;
    }
    if (peek() == '(') take_key();
    // Flags, width and precision; `*` takes a number from the arguments. Length modifiers mean nothing in Python.
    FieldSpec spec;
    bool is_left = take_flags(spec);
    spec.width = star_or_number();
    if (spec.width < 0) {
      is_left = true;
      spec.width = -spec.width;
    }
    if (peek() == '.') {
      ++at_;
      spec.precision = std::max<std::int64_t>(star_or_number(), 0);
    }
    if (peek() == 'h' || peek() == 'l' || peek() == 'L') ++at_;
    // The conversion type takes the next argument even when it is unknown; "%5%" takes none.
    peek();
    const CodePoint type = decode_code_point(format_, at_);
    spec.type = type.value;
    const std::size_t type_at = at_;
    at_ += type.size;
    const Value value = next();
    spec.align = is_left ? '<' : 0;
    if (type.value > 0x7F ||
        std::string_view("sraduioxXeEfFgGc").find(static_cast<char>(type.value)) == std::string_view::npos) {
      fail_type(type.value, type_at);
    }
    result_ += converted(value, spec);
  }

  // %(key)s
  // Parentheses nest within a key: "%((a))s" asks for "(a)". From here on, arguments come from this key.
  void take_key() {
    if (!is_mapping_) python_fail("type-error", "format requires a mapping");
    int open = 1;
    const std::size_t begin = ++at_;
    for (; at_ < format_.size(); ++at_) {
      if (format_[at_] == '(') ++open;
      if (format_[at_] == ')' && --open == 0) break;
    }
    if (at_ >= format_.size()) python_fail("value-error", "incomplete format key");
    lone_ = language_.subscript(arguments_, format_.substr(begin, at_ - begin));
    is_tuple_ = false;
    ++at_;
  }

  // Whether "-" is among them.
  // A space counts only without a plus, in any order.
  bool take_flags(FieldSpec& spec) {
    spec.sign = 0;
    bool is_left = false;
    for (;; ++at_) {
      switch (peek()) {
        case '-': is_left = true; break;
        case '+': spec.sign = '+'; break;
        case ' ':
          if (spec.sign == 0) spec.sign = ' ';
          break;
        case '#': spec.alternate = true; break;
        case '0': spec.zero = true; break;
        default: return is_left;
      }
    }
  }

  // The index counts code points, as Python's does.
  [[noreturn]] void fail_type(char32_t type, std::size_t at) const {
    char code[16];
    std::snprintf(code, sizeof code, "0x%x", static_cast<unsigned>(type));
    const bool is_shown = type >= 31 && type < 127;
    python_fail("value-error", std::string("unsupported format character '") +
                                   (is_shown ? static_cast<char>(type) : '?') + "' (" + code + ") at index " +
                                   std::to_string(code_points_before(format_, at)));
  }

  std::string converted(const Value& value, const FieldSpec& spec) {
    switch (static_cast<char>(spec.type)) {
      case 's': return converted_text(language_.inserted(value), spec);
      case 'r': return converted_text(language_.inserted_repr(value), spec);
      case 'a': return converted_text(ascii_repr(language_.inserted_repr(value)), spec);
      case 'c': return converted_character(value, spec);
      case 'd':
      case 'u':
      case 'i': return converted_decimal(value, spec);
      case 'o': return converted_whole(value, 8, "an integer", spec);
      case 'x':
      case 'X': return converted_whole(value, 16, "an integer", spec);
      default: return converted_real(value, spec);
    }
  }

  static std::string converted_text(std::string text, const FieldSpec& spec) {
    if (spec.precision >= 0) text = slice_code_points(text, 0, size_within(spec.precision, text.size()));
    return padded(text, spec, '>');
  }

  // A text of one character, or the number of one.
  static std::string converted_character(const Value& value, const FieldSpec& spec) {
    if (value.is_string() && count_code_points(value.as_string()) == 1) {
      return padded(std::string(value.as_string()), spec, '>');
    }
    if (!is_python_whole(value)) python_fail("type-error", "%c requires int or char");
    const std::int64_t code = value.kind() == Kind::boolean   ? std::int64_t{value.as_boolean()}
                              : value.kind() == Kind::integer ? value.as_integer()
                                                              : -1;
    if (code < 0 || code > 0x10FFFF) python_fail("overflow-error", "%c arg not in range(0x110000)");
    std::string text;
    append_code_point(text, static_cast<char32_t>(code));
    return padded(text, spec, '>');
  }

  // `%d` accepts a real number and cuts it off: "%d" % 3.9 is "3". `%x` does not.
  std::string converted_decimal(const Value& value, const FieldSpec& spec) {
    language_.require_number(value);
    const bool is_real = value.kind() == Kind::real;
    return converted_whole(is_real ? python_int(value, language_.budget) : value, 10, "a real number", spec);
  }

  std::string converted_whole(const Value& value, unsigned base, std::string_view wanted, const FieldSpec& spec) {
    const char type = static_cast<char>(spec.type);
    if (!is_python_whole(value)) {
      python_fail("type-error", std::string("%") + type + " format: " + std::string(wanted) + " is required, not " +
                                    language_.type_name(value));
    }
    bool is_negative = false;
    std::string digits = integer_digits(value, base, is_negative);
    if (type == 'X') digits = ascii_upper(std::move(digits));
    if (spec.precision > static_cast<std::int64_t>(digits.size())) {
      FieldSpec zeros;
      zeros.fill = "0";
      zeros.width = spec.precision;
      digits = padded(digits, zeros, '>');
    }
    std::string sign = sign_text(is_negative, spec.sign);
    if (spec.alternate && base != 10) sign += std::string("0") + type;
    return number(sign, digits, spec);
  }

  std::string converted_real(const Value& value, const FieldSpec& spec) {
    language_.require_number(value);
    if (!is_python_number(value)) {
      python_fail("type-error", "must be real number, not " + language_.type_name(value));
    }
    const char type = static_cast<char>(spec.type);
    const double real = real_of(value);
    std::int64_t precision = spec.precision;
    if ((type == 'g' || type == 'G') && precision == 0) precision = 1;
    return number(sign_text(is_negative_number(real), spec.sign),
                  real_digits(std::fabs(real), type, precision, spec.alternate), spec);
  }

  // A left-aligned number has no zeros: "%-05d" pads with spaces.
  static std::string number(std::string_view sign, std::string_view digits, const FieldSpec& spec) {
    if (spec.align == '<') return padded(std::string(sign) + std::string(digits), spec, '<');
    return padded_number(sign, digits, spec);
  }

  std::string_view format_;
  const Value& arguments_;
  FormatLanguage& language_;
  std::string result_;
  std::size_t at_ = 0;
  bool is_tuple_;
  const bool is_mapping_;
  std::size_t next_ = 0;       // for a tuple
  std::optional<Value> lone_;  // reset when taken
};

}  // namespace

std::string python_percent(std::string_view format, const Value& arguments, FormatLanguage& language) {
  return Percent(format, arguments, language).run();
}

}  // namespace evalground
