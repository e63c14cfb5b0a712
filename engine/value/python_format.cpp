// Python's format mini-language: `"{0.name!r:>{width}}".format(…)` and `format(value, ",.2f")`.
//
//   format(1234.5, "*^+12,.1f")     "**+1,234.5**"
//
// Two layers. Formatter reads the fields of str.format and finds the argument of each. python_format_value() formats
// one value by a specification, by the type of the value. What depends on the language of the caller, attributes, text
// and truth, is asked of FormatLanguage, because templates have values that Python does not have.
//
// Every message is Python's own.
#include "value/python_format.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/size.hpp"
#include "base/text/utf8.hpp"
#include "source/diagnostic.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/python_error.hpp"
#include "value/python_field.hpp"
#include "value/python_number.hpp"
#include "value/python_text.hpp"

namespace evalground {
namespace {

// Digits with separators: "1234567" in groups of three is "1,234,567".
std::string grouped(std::string_view digits, char separator, std::size_t size) {
  std::string result;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % size == 0) result += separator;
    result += digits[at];
  }
  return result;
}

struct SpecReader {
  std::string_view text;
  bool take(char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
  }
  // Nothing when there are no digits.
  std::optional<std::int64_t> number() {
    if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
    return take_number(text, "Too many decimal digits in format string");
  }
};

// "'X'", or its code if it is not printable.
std::string shown_code(char32_t type) {
  char text[16];
  std::snprintf(text, sizeof text, type > 32 && type < 128 ? "'%c'" : "'\\x%x'", static_cast<unsigned>(type));
  return text;
}

// Commas are only allowed in base 10, underscores in every base.
// A type that exists for no value is not an error here: the message about an unknown code follows, when the value is
// known.
void check_grouping(const FieldSpec& spec) {
  if (spec.grouping == 0 || spec.type == 0) return;
  const auto is_one_of = [&](std::string_view types) {
    return spec.type < 0x80 && types.find(static_cast<char>(spec.type)) != std::string_view::npos;
  };
  if (is_one_of("defgEG%F") || (spec.grouping == '_' && is_one_of("boxX"))) return;
  python_fail("value-error", std::string("Cannot specify '") + spec.grouping + "' with " + shown_code(spec.type) + ".");
}

bool is_align(char c) {
  return c == '<' || c == '>' || c == '^' || c == '=';
}

// Whether there was a fill, any character before the alignment.
// The fill is recognized only by the alignment after it: "<<5" is a fill and an alignment, "<5" only an alignment. It
// is one code point, "é>5", so its size is not known before it is decoded. The text is not empty.
bool take_fill_and_align(SpecReader& rest, FieldSpec& spec) {
  const std::string_view text = rest.text;
  const std::size_t first = decode_code_point(text, 0).size;
  const bool has_fill = first < text.size() && is_align(text[first]);
  if (!has_fill && !is_align(text[0])) return false;
  const std::size_t place = has_fill ? first : 0;
  if (has_fill) spec.fill = text.substr(0, first);
  spec.align = text[place];
  rest.text.remove_prefix(place + 1);
  return has_fill;
}

void take_grouping(SpecReader& rest, FieldSpec& spec) {
  const std::string_view both = "Cannot specify both ',' and '_'.";
  if (rest.take(',')) spec.grouping = ',';
  if (rest.take('_')) {
    if (spec.grouping != 0) python_fail("value-error", std::string(both));
    spec.grouping = '_';
  }
  if (spec.grouping == '_' && rest.text.starts_with(',')) python_fail("value-error", std::string(both));
}

// [[fill]align][sign][z][#][0][width][grouping][.precision][type], in this order: "*^+10,.2f". `type` and `align` are
// those of the value's type, where the text has none.
// A `0` before the width is a fill of its own: "05" is "0=5" for numbers, but for text (aligned left) it stays "0<5".
FieldSpec parse_spec(std::string_view text, char type, char align, const std::string& type_name) {
  FieldSpec spec;
  spec.type = static_cast<char32_t>(type);
  SpecReader rest{text};
  const bool has_fill = take_fill_and_align(rest, spec);
  for (const char sign : std::string_view(" +-")) {
    if (spec.sign == 0 && rest.take(sign)) spec.sign = sign;
  }
  spec.no_negative_zero = rest.take('z');
  spec.alternate = rest.take('#');
  if (!has_fill && rest.take('0')) {
    spec.fill = "0";
    if (spec.align == 0 && align == '>') spec.align = '=';
  }
  if (spec.align == 0) spec.align = align;
  spec.width = rest.number().value_or(-1);
  take_grouping(rest, spec);
  if (rest.take('.')) {
    const std::optional<std::int64_t> precision = rest.number();
    if (!precision) python_fail("value-error", "Format specifier missing precision");
    spec.precision = *precision;
  }
  if (!rest.text.empty()) {
    const CodePoint point = decode_code_point(rest.text, 0);
    if (point.size < rest.text.size()) {
      python_fail("value-error",
                  "Invalid format specifier '" + std::string(text) + "' for object of type '" + type_name + "'");
    }
    spec.type = point.value;
  }
  check_grouping(spec);
  return spec;
}

[[noreturn]] void unknown_type(char32_t type, const std::string& type_name) {
  python_fail("value-error", "Unknown format code " + shown_code(type) + " for object of type '" + type_name + "'");
}

// A padded number from its sign and prefix, digits, and rest (a fraction, an exponent, "%"). Zeros used as padding are
// grouped like the digits.
//   format(1234, "010,")     "00,001,234"     eight digits and two separators
//
// Python never begins a number with a separator, so format(1234, "08,") has nine characters: "0,001,234".
std::string number_in_field(const std::string& sign, std::string digits, std::string_view rest, const FieldSpec& spec,
                            std::size_t group) {
  if (spec.grouping != 0) {
    if (spec.fill == "0" && spec.align == '=') {
      const std::int64_t room = spec.width - static_cast<std::int64_t>(sign.size() + rest.size());
      const auto grouped_size = [&](std::int64_t count) {
        return count + (count - 1) / static_cast<std::int64_t>(group);
      };
      // Add digits until they and their separators fill the width. The result may be one character too long, but never
      // too short.
      auto wanted = static_cast<std::int64_t>(digits.size());
      // The estimate is close from the start, so both loops take a few rounds whatever the width is.
      if (room > grouped_size(wanted)) {
        wanted = std::max(wanted, room - room / static_cast<std::int64_t>(group + 1));
        while (grouped_size(wanted) < room) ++wanted;
        while (grouped_size(wanted - 1) >= room) --wanted;
        FieldSpec zeros;
        zeros.fill = "0";
        zeros.width = wanted;
        digits = padded(digits, zeros, '>');
      }
    }
    digits = grouped(digits, spec.grouping, group);
  }
  return padded_number(sign, digits.append(rest), spec);
}

// `c` formats a code point. The other types are bases; only base 10 groups digits by three, the others by four.
std::string format_integer(const Value& value, const FieldSpec& spec) {
  if (spec.precision >= 0) python_fail("value-error", "Precision not allowed in integer format specifier");
  if (spec.no_negative_zero) {
    python_fail("value-error", "Negative zero coercion (z) not allowed in integer format specifier");
  }
  const char type = spec.type == 'n' ? 'd' : static_cast<char>(spec.type);
  if (type == 'c') {
    if (spec.sign != 0) python_fail("value-error", "Sign not allowed with integer format specifier 'c'");
    if (spec.alternate) python_fail("value-error", "Alternate form (#) not allowed with integer format specifier 'c'");
    const auto code =
        big_integer_of(value.kind() == Kind::boolean ? Value::integer(value.as_boolean()) : value).to_int64();
    if (!code) python_fail("overflow-error", "Python int too large to convert to C long");
    if (*code < 0 || *code > 0x10FFFF) python_fail("overflow-error", "%c arg not in range(0x110000)");
    std::string text;
    append_code_point(text, static_cast<char32_t>(*code));
    return padded(text, spec, '>');
  }
  bool is_negative = false;
  const unsigned base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16;
  std::string digits = integer_digits(value, base, is_negative);
  std::string sign = sign_text(is_negative, spec.sign);
  if (type == 'X') digits = ascii_upper(std::move(digits));
  if (spec.alternate && base != 10) sign += std::string("0") + type;
  return number_in_field(sign, std::move(digits), {}, spec, base == 10 ? 3 : 4);
}

// Like `g`, but with at least one digit after the point: 12.0 with a precision of 2 is "1.2e+01", with 3 "12.0".
std::string real_without_type(double magnitude, std::int64_t precision, bool alternate) {
  const std::int64_t digits = std::max<std::int64_t>(precision, 1);
  const std::string scientific = real_digits(magnitude, 'e', digits - 1, false);
  const std::size_t exponent_at = scientific.find('e');
  if (exponent_at == std::string::npos) return scientific;  // infinite or NaN
  const auto exponent = parse_loose_integer(std::string_view(scientific).substr(exponent_at + 1));
  if (exponent && exponent.value + 1 == digits) {
    std::string mantissa = scientific.substr(0, exponent_at);
    if (!alternate && mantissa.find('.') != std::string::npos) {
      mantissa.erase(mantissa.find_last_not_of('0') + 1);
      if (mantissa.ends_with('.')) mantissa.pop_back();
    }
    if (alternate && mantissa.find('.') == std::string::npos) mantissa += '.';
    return mantissa + scientific.substr(exponent_at);
  }
  std::string text = real_digits(magnitude, 'g', digits, alternate);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// The absolute value is formatted, and the sign added later: padding with '=' goes between the two.
// `z` turns a result of -0 into 0, and looks at the rounded digits: format(-0.001, "z.1f") is "0.0". The digits before
// the point are separated from the rest, because only they are grouped.
std::string format_real(double number, const FieldSpec& spec) {
  const double magnitude = std::fabs(number);
  std::string text;
  if (spec.type == 0) {
    text = spec.precision < 0 ? real_text(magnitude) : real_without_type(magnitude, spec.precision, spec.alternate);
    // 1.e+16
    const std::size_t exponent = text.find('e');
    if (spec.alternate && exponent != std::string::npos && text.find('.') == std::string::npos)
      text.insert(exponent, ".");
  } else {
    const char type = spec.type == 'n' ? 'g' : static_cast<char>(spec.type);
    const std::int64_t precision = (type == 'g' || type == 'G') && spec.precision == 0 ? 1 : spec.precision;
    text = real_digits(magnitude, type, precision, spec.alternate);
  }
  const bool is_zero = text.find_first_of("123456789infINF") == std::string::npos;
  const bool is_negative = is_negative_number(number) && !(spec.no_negative_zero && is_zero);
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  return number_in_field(sign_text(is_negative, spec.sign), text.substr(0, end), std::string_view(text).substr(end),
                         spec, 3);
}

std::string format_string(std::string shown, const FieldSpec& spec, const std::string& type_name) {
  if (spec.type != 's') unknown_type(spec.type, type_name);
  if (spec.sign != 0) {
    python_fail("value-error",
                std::string(spec.sign == ' ' ? "Space" : "Sign") + " not allowed in string format specifier");
  }
  if (spec.no_negative_zero) {
    python_fail("value-error", "Negative zero coercion (z) not allowed in string format specifier");
  }
  if (spec.alternate) python_fail("value-error", "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=') python_fail("value-error", "'=' alignment not allowed in string format specifier");
  if (spec.precision >= 0) shown = slice_code_points(shown, 0, size_within(spec.precision, shown.size()));
  return padded(shown, spec, '<');
}

// ---- str.format

class Formatter {
 public:
  Formatter(std::span<const Value> positional, const Value& named, FormatLanguage& language)
      : positional_(positional), named_(named), language_(language) {}

  // `levels` is how deep fields may nest: one level inside a specification, "{:{}}", as in Python. Widths can make a
  // result of any size from a short text, so the size is compared with the limit before it is appended.
  std::string format(std::string_view format, int levels) {
    if (levels < 0) python_fail("value-error", "Max string recursion exceeded");
    std::string result;
    for (std::size_t at = 0; at < format.size();) {
      language_.budget.step();
      const std::size_t brace = format.find_first_of("{}", at);
      result += format.substr(at, brace == std::string_view::npos ? brace : brace - at);
      if (brace == std::string_view::npos) break;
      at = brace + 1;
      const bool is_last = at == format.size();
      if (!is_last && format[at] == format[brace]) {
        result += format[brace];
        ++at;
        continue;
      }
      if (format[brace] == '}') python_fail("value-error", "Single '}' encountered in format string");
      if (is_last) python_fail("value-error", "Single '{' encountered in format string");
      const Field found = field_at(format, at);
      const std::string text = written(found, levels);
      if (text.size() > language_.budget.limits().memory - std::min<std::uint64_t>(result.size(), limit())) {
        throw LimitError(Limit::memory, limit());
      }
      result += text;
    }
    return result;
  }

 private:
  struct Field {
    std::string_view name;
    char32_t conversion = 0;
    std::string_view spec;
  };

  std::uint64_t limit() const { return language_.budget.limits().memory; }

  // The field that begins at `at`. Moves `at` after its closing brace.
  // Braces within an index are part of it: "{0[}]}" asks for the key "}". In a specification, they must be balanced,
  // because they are fields.
  static Field field_at(std::string_view format, std::size_t& at) {
    Field field;
    const std::size_t begin = at;
    for (; at < format.size(); ++at) {
      const char c = format[at];
      if (c == '{') python_fail("value-error", "unexpected '{' in field name");
      if (c == '[') {
        at = format.find(']', at);
        if (at == std::string_view::npos) break;
      }
      if (c == '}' || c == ':' || c == '!') break;
    }
    if (at >= format.size()) python_fail("value-error", "expected '}' before end of string");
    field.name = format.substr(begin, at - begin);
    if (format[at] == '}') {
      ++at;
      return field;
    }
    if (format[at++] == '!') {
      if (at == format.size()) python_fail("value-error", "end of string while looking for conversion specifier");
      const CodePoint conversion = decode_code_point(format, at);
      field.conversion = conversion.value;
      at += conversion.size;
      if (at < format.size()) {
        const char after = format[at++];
        if (after == '}') return field;
        if (after != ':') python_fail("value-error", "expected ':' after conversion specifier");
      }
    }
    const std::size_t spec = at;
    for (int open = 1; at < format.size(); ++at) {
      if (format[at] == '{') ++open;
      if (format[at] == '}' && --open == 0) {
        field.spec = format.substr(spec, at - spec);
        ++at;
        return field;
      }
    }
    python_fail("value-error", "unmatched '{' in format spec");
  }

  std::string written(const Field& field, int levels) {
    Value value = argument(field.name);
    if (field.conversion != 0) {
      std::string shown;
      switch (field.conversion) {
        case 's': shown = language_.text(value); break;
        case 'r': shown = language_.repr(value); break;
        case 'a': shown = ascii_repr(language_.repr(value)); break;
        default: {
          std::string conversion;
          append_code_point(conversion, field.conversion);
          python_fail("value-error", "Unknown conversion specifier " + conversion);
        }
      }
      value = Value::string(shown);
    }
    return language_.formatted(value, format(field.spec, levels - 1));
  }

  // "0.name[key]". An empty name, or a name of digits, is an index.
  // Automatic and explicit numbers exclude each other within a whole format, the nested specifications included:
  // `next_` and `is_manual_` belong to the Formatter.
  Value argument(std::string_view name) {
    const bool has_digits = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
    if (name.empty() ? is_manual_ : has_digits && next_ != 0) {
      python_fail("value-error", "cannot switch from manual field specification to automatic field numbering");
    }
    if (name.empty()) return positional(static_cast<std::int64_t>(next_++));
    if (has_digits) is_manual_ = true;
    std::size_t end = std::min(name.find_first_of(".["), name.size());
    Value value = first_value(name.substr(0, end));
    while (end < name.size()) {
      language_.budget.step();
      if (name[end] == '.') {
        const std::size_t next = std::min(name.find_first_of(".[", end + 1), name.size());
        if (next == end + 1) python_fail("value-error", "Empty attribute in format string");
        value = language_.attribute(value, name.substr(end + 1, next - end - 1));
        end = next;
        continue;
      }
      if (name[end] != '[') python_fail("value-error", "Only '.' or '[' may follow ']' in format field specifier");
      const std::size_t close = name.find(']', end);
      if (close == std::string_view::npos) python_fail("value-error", "Missing ']' in format string");
      const std::string_view key = name.substr(end + 1, close - end - 1);
      if (key.empty()) python_fail("value-error", "Empty attribute in format string");
      value = language_.item(value, key_of(key));
      end = close + 1;
    }
    return value;
  }

  // An integer if the text is one.
  static Value key_of(std::string_view text) {
    const auto number = parse_digits(text, 10, false);
    if (number.fault == NumberFault::out_of_range)
      python_fail("value-error", "Too many decimal digits in format string");
    return number ? Value::integer(number.value) : Value::string(text);
  }

  Value first_value(std::string_view name) {
    const Value key = key_of(name);
    return key.is_string() ? language_.subscript(named_, name) : positional(key.as_integer());
  }

  Value positional(std::int64_t index) const {
    if (index >= static_cast<std::int64_t>(positional_.size())) python_fail("index-error", "tuple index out of range");
    return positional_[static_cast<std::size_t>(index)];
  }

  std::span<const Value> positional_;
  const Value& named_;
  FormatLanguage& language_;
  std::size_t next_ = 0;    // for fields without a name
  bool is_manual_ = false;  // a field had an explicit index
};

}  // namespace

std::string FormatLanguage::text(const Value& value) {
  return python_str(value, budget);
}

std::string FormatLanguage::repr(const Value& value) {
  return python_repr(value, budget);
}

std::string FormatLanguage::type_name(const Value& value) {
  return python_type_name(value);
}

bool FormatLanguage::truth(const Value& value) {
  return python_truth(value);
}

Value FormatLanguage::attribute(const Value& value, std::string_view name) {
  python_fail("attribute-error", "'" + type_name(value) + "' object has no attribute '" + std::string(name) + "'");
}

Value FormatLanguage::item(const Value& value, const Value& key) {
  if (value.is_map()) {
    if (const Value* found = value.as_map().find(key)) return *found;
    python_fail("key-error", repr(key));
  }
  if ((value.is_list() || value.kind() == Kind::tuple) && key.kind() == Kind::integer) {
    const std::size_t size = value.as_list().size();
    const std::size_t index = size_within(key.as_integer(), size);
    if (index < size) return value.as_list()[index];
    python_fail("index-error", type_name(value) + " index out of range");
  }
  python_fail("type-error", "'" + type_name(value) + "' object is not subscriptable");
}

Value FormatLanguage::subscript(const Value& container, std::string_view key) {
  if (container.is_map()) {
    if (const Value* found = container.as_map().find(key)) return *found;
    python_fail("key-error", repr(Value::string(key)));
  }
  if (!is_mapping(container)) python_fail("type-error", "'" + type_name(container) + "' object is not subscriptable");
  const std::string holder = container.kind() == Kind::bytes ? "byte" : type_name(container);
  python_fail("type-error", holder + " indices must be integers or slices, not str");
}

bool FormatLanguage::is_mapping(const Value& value) {
  return value.is_map() || value.is_list() || value.kind() == Kind::bytes;
}

std::string FormatLanguage::formatted(const Value& value, std::string_view spec) {
  return python_format_value(value, spec, *this);
}

std::string python_format(std::string_view format, std::span<const Value> positional, const Value& named,
                          FormatLanguage& language) {
  return Formatter(positional, named, language).format(format, 2);
}

// Integers accept the types of reals and are converted for them, but not the other way round: format(2.0, "d") fails.
// An empty specification is str(value) for every type, also for lists and None, which refuse any other.
std::string python_format_value(const Value& value, std::string_view text, FormatLanguage& language) {
  if (text.empty()) return language.text(value);
  const std::string type_name = language.type_name(value);
  const auto is_one_of = [](const FieldSpec& spec, std::string_view types) {
    return spec.type < 0x80 && types.find(static_cast<char>(spec.type)) != std::string_view::npos;
  };
  constexpr std::string_view real_types = "eEfFgG%";
  if (is_python_whole(value)) {
    const FieldSpec spec = parse_spec(text, 'd', '>', type_name);
    if (is_one_of(spec, "bcdoxXn")) return format_integer(value, spec);
    if (is_one_of(spec, real_types)) return format_real(real_of(value), spec);
    unknown_type(spec.type, type_name);
  }
  if (value.kind() == Kind::real) {
    const FieldSpec spec = parse_spec(text, 0, '>', type_name);
    if (spec.type != 0 && spec.type != 'n' && !is_one_of(spec, real_types)) unknown_type(spec.type, type_name);
    return format_real(value.as_real(), spec);
  }
  if (value.is_string()) {
    return format_string(language.text(value), parse_spec(text, 's', '<', type_name), type_name);
  }
  python_fail("type-error", "unsupported format string passed to " + type_name + ".__format__");
}

}  // namespace evalground
