// `'%s' % x`
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "source/diagnostic.hpp"
#include "value/python_field.hpp"
#include "value/python_format.hpp"
#include "value/python_number.hpp"
#include "value/python_text.hpp"

namespace evalground {
namespace {

[[noreturn]] void fail(std::string_view code, std::string message) {
  throw Error(std::string(code), std::move(message));
}

class Percent {
 public:
  Percent(std::string_view format, const Value& arguments, FormatLanguage& language)
      : format_(format), arguments_(arguments), language_(language) {}

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
    const bool takes_all = arguments_.is_map() || has_keys_;
    if (!takes_all && next_ < count()) fail("type-error", "not all arguments converted during string formatting");
    return std::move(result_);
  }

 private:
  bool is_tuple() const { return arguments_.kind() == Kind::tuple; }
  std::size_t count() const { return is_tuple() ? arguments_.as_list().size() : 1; }

  Value next() {
    if (next_ >= count()) fail("type-error", "not enough arguments for format string");
    const std::size_t index = next_++;
    return is_tuple() ? arguments_.as_list()[index] : arguments_;
  }

  char peek() const {
    if (at_ >= format_.size()) fail("value-error", "incomplete format");
    return format_[at_];
  }

  std::int64_t star_or_number() {
    if (peek() == '*') {
      ++at_;
      const Value value = next();
      if (value.kind() != Kind::integer) fail("type-error", "* wants int");
      return value.as_integer();
    }
    std::string_view rest = format_.substr(at_);
    if (rest[0] < '0' || rest[0] > '9') return 0;
    const std::int64_t number = take_number(rest, "width too big");
    at_ = format_.size() - rest.size();
    return number;
  }

  void conversion() {
    // %(key)s
    std::optional<Value> keyed;
    if (peek() == '(') {
      int open = 1;
      const std::size_t begin = ++at_;
      for (; at_ < format_.size(); ++at_) {
        if (format_[at_] == '(') ++open;
        if (format_[at_] == ')' && --open == 0) break;
      }
      if (at_ >= format_.size()) fail("value-error", "incomplete format key");
      if (!arguments_.is_map()) fail("type-error", "format requires a mapping");
      const std::string_view key = format_.substr(begin, at_ - begin);
      const Value* found = arguments_.as_map().find(key);
      if (found == nullptr) fail("key-error", python_repr(Value::string(key), language_.budget));
      keyed = *found;
      has_keys_ = true;
      ++at_;
    }
    // Flags, width and precision; `*` takes a number from the arguments. Length modifiers mean nothing in Python.
    FieldSpec spec;
    spec.sign = 0;
    bool is_left = false;
    for (;; ++at_) {
      const char flag = peek();
      if (flag == '-') {
        is_left = true;
      } else if (flag == '+') {
        spec.sign = '+';
      } else if (flag == ' ') {
        if (spec.sign == 0) spec.sign = ' ';
      } else if (flag == '#') {
        spec.alternate = true;
      } else if (flag == '0') {
        spec.zero = true;
      } else {
        break;
      }
    }
    spec.width = star_or_number();
    if (spec.width < 0) {
      is_left = true;
      spec.width = -spec.width;
    }
    if (peek() == '.') {
      ++at_;
      spec.precision = std::max<std::int64_t>(star_or_number(), 0);
    }
    while (peek() == 'h' || peek() == 'l' || peek() == 'L') ++at_;
    // The type, which takes the next argument; %% takes none.
    spec.type = peek();
    const std::size_t type_at = at_++;
    if (spec.type == '%') {
      result_ += '%';
      return;
    }
    spec.align = is_left ? '<' : 0;
    if (std::string_view("sraduioxXeEfFgGc").find(spec.type) == std::string_view::npos) {
      std::string shown(format_.substr(type_at, decode_code_point(format_, type_at).size));
      fail("value-error", "unsupported format character '" + shown + "' (0x" +
                              std::to_string(static_cast<unsigned char>(spec.type)) + ") at index " +
                              std::to_string(code_points_before(format_, type_at)));
    }
    result_ += converted(keyed ? *keyed : next(), spec);
  }

  std::string converted(const Value& value, FieldSpec& spec) {
    const auto wrong = [&](std::string_view wanted) {
      fail("type-error", std::string("%") + spec.type + " format: " + std::string(wanted) + " is required, not " +
                             language_.type_name(value));
    };
    switch (spec.type) {
      case 's':
      case 'r':
      case 'a': {
        std::string text = spec.type == 's'   ? language_.inserted(value)
                           : spec.type == 'r' ? language_.repr(value)
                                              : ascii_repr(language_.repr(value));
        if (spec.precision >= 0) text = slice_code_points(text, 0, static_cast<std::size_t>(spec.precision));
        return padded(text, spec, '>');
      }
      case 'c': {
        std::string text;
        if (value.is_string() && count_code_points(value.as_string()) == 1) {
          text = value.as_string();
        } else if (is_python_whole(value) && value.kind() == Kind::integer) {
          if (value.as_integer() < 0 || value.as_integer() > 0x10FFFF) {
            fail("overflow-error", "%c arg not in range(0x110000)");
          }
          append_code_point(text, static_cast<char32_t>(value.as_integer()));
        } else {
          fail("type-error", "%c requires int or char");
        }
        return padded(text, spec, '>');
      }
      case 'd':
      case 'u':
      case 'i':
      case 'o':
      case 'x':
      case 'X': {
        Value whole = value;
        if (value.kind() == Kind::real && (spec.type == 'd' || spec.type == 'u' || spec.type == 'i')) {
          whole = python_int(value, language_.budget);
        }
        if (!is_python_whole(whole))
          wrong(spec.type == 'd' || spec.type == 'u' || spec.type == 'i' ? "a real number" : "an integer");
        bool is_negative = false;
        const unsigned base = spec.type == 'o' ? 8 : spec.type == 'x' || spec.type == 'X' ? 16 : 10;
        std::string digits = integer_digits(whole, base, is_negative);
        if (spec.type == 'X') digits = ascii_upper(std::move(digits));
        if (spec.precision > static_cast<std::int64_t>(digits.size())) {
          std::string zeros = text_with_room(static_cast<std::uint64_t>(spec.precision));
          zeros.assign(static_cast<std::size_t>(spec.precision) - digits.size(), '0');
          digits = zeros + digits;
        }
        std::string sign = sign_text(is_negative, spec.sign);
        if (spec.alternate && base != 10) sign += std::string("0") + spec.type;
        return number(sign, digits, spec);
      }
      default: {
        if (!is_python_number(value)) {
          fail("type-error", "must be real number, not " + language_.type_name(value));
        }
        const double real = real_of(value);
        std::int64_t precision = spec.precision;
        if ((spec.type == 'g' || spec.type == 'G') && precision == 0) precision = 1;
        return number(sign_text(is_negative_number(real), spec.sign),
                      real_digits(std::fabs(real), spec.type, precision, spec.alternate), spec);
      }
    }
  }

  static std::string number(std::string_view sign, std::string_view digits, const FieldSpec& spec) {
    if (spec.align == '<') return padded(std::string(sign) + std::string(digits), spec, '<');
    return padded_number(sign, digits, spec);
  }

  std::string_view format_;
  const Value& arguments_;
  FormatLanguage& language_;
  std::string result_;
  std::size_t at_ = 0;
  std::size_t next_ = 0;
  bool has_keys_ = false;
};

}  // namespace

std::string python_percent(std::string_view format, const Value& arguments, FormatLanguage& language) {
  return Percent(format, arguments, language).run();
}

}  // namespace evalground
