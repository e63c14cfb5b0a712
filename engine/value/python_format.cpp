#include "value/python_format.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "source/diagnostic.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/python_field.hpp"
#include "value/python_number.hpp"
#include "value/python_text.hpp"

namespace evalground {
namespace {

[[noreturn]] void fail(std::string_view code, std::string message) {
  throw Error(std::string(code), std::move(message));
}

std::string grouped(std::string_view digits, char separator, std::size_t size) {
  const std::size_t end = std::min(digits.find_first_not_of("0123456789abcdefABCDEF"), digits.size());
  const std::string_view whole = digits.substr(0, end);
  std::string result;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (at > 0 && (whole.size() - at) % size == 0) result += separator;
    result += whole[at];
  }
  return result + std::string(digits.substr(end));
}

// [[fill]align][sign][#][0][width][grouping][.precision][type], in this order: "*^+10,.2f".
FieldSpec parse_spec(std::string_view text) {
  FieldSpec spec;
  const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  if (!text.empty()) {
    const CodePoint first = decode_code_point(text, 0);
    if (first.size < text.size() && is_align(text[first.size])) {
      spec.fill = text.substr(0, first.size);
      spec.align = text[first.size];
      text.remove_prefix(first.size + 1);
    } else if (is_align(text[0])) {
      spec.align = text[0];
      text.remove_prefix(1);
    }
  }
  const auto take = [&](char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
  };
  if (take('+')) {
    spec.sign = '+';
  } else if (take(' ')) {
    spec.sign = ' ';
  } else {
    take('-');
  }
  spec.alternate = take('#');
  if (take('0')) {
    spec.zero = true;
    if (spec.align != 0 && spec.fill == " ") spec.fill = "0";
  }
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    spec.width = take_number(text, "Too many decimal digits in format string");
  }
  if (take(',')) {
    spec.grouping = ',';
  } else if (take('_')) {
    spec.grouping = '_';
  }
  if (take('.')) {
    if (text.empty() || text[0] < '0' || text[0] > '9') fail("value-error", "Format specifier missing precision");
    spec.precision = take_number(text, "Too many decimal digits in format string");
  }
  if (text.size() > 1) fail("value-error", "Invalid format specifier");
  if (!text.empty()) spec.type = text[0];
  return spec;
}

[[noreturn]] void unknown_type(char type, const std::string& type_name) {
  fail("value-error", std::string("Unknown format code '") + type + "' for object of type '" + type_name + "'");
}

std::string format_integer(const Value& value, const FieldSpec& spec) {
  if (spec.precision >= 0) fail("value-error", "Precision not allowed in integer format specifier");
  bool is_negative = false;
  const char type = spec.type == 0 || spec.type == 'n' ? 'd' : spec.type;
  if (type == 'c') {
    const auto code =
        big_integer_of(value.kind() == Kind::boolean ? Value::integer(value.as_boolean()) : value).to_int64();
    if (!code || *code < 0 || *code > 0x10FFFF) fail("overflow-error", "%c arg not in range(0x110000)");
    std::string text;
    append_code_point(text, static_cast<char32_t>(*code));
    return padded(text, spec, '<');
  }
  const unsigned base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16;
  std::string digits = integer_digits(value, base, is_negative);
  std::string sign = sign_text(is_negative, spec.sign);
  if (type == 'X') digits = ascii_upper(std::move(digits));
  if (spec.alternate && base != 10) sign += std::string("0") + type;
  if (spec.grouping != 0) {
    if (spec.grouping == ',' && base != 10) fail("value-error", std::string("Cannot specify ',' with '") + type + "'.");
    digits = grouped(digits, spec.grouping, base == 10 ? 3 : 4);
    if (spec.zero && spec.align == 0) {  // zeros are grouped too
      while (static_cast<std::int64_t>(sign.size() + digits.size()) < spec.width) {
        std::string plain = digits;
        plain.erase(std::remove(plain.begin(), plain.end(), spec.grouping), plain.end());
        digits = grouped("0" + plain, spec.grouping, base == 10 ? 3 : 4);
      }
    }
  }
  return padded_number(sign, digits, spec);
}

std::string format_real(double number, const FieldSpec& spec) {
  const bool is_negative = is_negative_number(number);
  const double magnitude = std::fabs(number);
  std::string digits;
  if (spec.type == 0 && spec.precision < 0) {
    digits = real_text(magnitude);
  } else if (spec.type == 0) {
    // As g, but with one digit behind the point at least.
    digits = real_digits(magnitude, 'g', std::max<std::int64_t>(spec.precision, 1), spec.alternate);
    if (digits.find_first_of(".en") == std::string::npos) digits += ".0";
  } else {
    const char type = spec.type == 'n' ? 'g' : spec.type;
    const std::int64_t precision = (type == 'g' || type == 'G') && spec.precision == 0 ? 1 : spec.precision;
    digits = real_digits(magnitude, type, precision, spec.alternate);
  }
  if (spec.grouping != 0) digits = grouped(digits, spec.grouping, 3);
  return padded_number(sign_text(is_negative, spec.sign), digits, spec);
}

// ---- str.format

class Formatter {
 public:
  Formatter(std::span<const Value> positional, const Map& named, FormatLanguage& language)
      : positional_(positional), named_(named), language_(language) {}

  std::string format(std::string_view format, int levels) {
    if (levels < 0) fail("value-error", "Max string recursion exceeded");
    std::string result;
    for (std::size_t at = 0; at < format.size();) {
      language_.budget.step();
      const std::size_t brace = format.find_first_of("{}", at);
      const std::string_view literal = format.substr(at, brace == std::string_view::npos ? brace : brace - at);
      result += literal;
      if (brace == std::string_view::npos) break;
      at = brace + 1;
      if (at < format.size() && format[at] == format[brace]) {
        result += format[brace];
        ++at;
        continue;
      }
      if (format[brace] == '}') fail("value-error", "Single '}' encountered in format string");
      int open = 1;
      std::size_t end = at;
      for (; end < format.size(); ++end) {
        if (format[end] == '{') ++open;
        if (format[end] == '}' && --open == 0) break;
      }
      if (end == format.size()) {
        fail("value-error",
             at == format.size() ? "Single '{' encountered in format string" : "expected '}' before end of string");
      }
      const std::string text = field(format.substr(at, end - at), levels);
      if (text.size() > language_.budget.limits().memory - result.size()) {
        throw LimitError(Limit::memory, language_.budget.limits().memory);
      }
      result += text;
      at = end + 1;
    }
    return result;
  }

 private:
  std::string field(std::string_view text, int levels) {
    std::size_t name_end = 0;
    for (int open = 0; name_end < text.size(); ++name_end) {
      if (text[name_end] == '[') ++open;
      if (text[name_end] == ']') --open;
      if (open <= 0 && (text[name_end] == '!' || text[name_end] == ':')) break;
    }
    const Value value = argument(text.substr(0, name_end));
    std::string_view rest = text.substr(name_end);
    char conversion = 0;
    if (rest.starts_with('!')) {
      if (rest.size() < 2) fail("value-error", "end of string while looking for conversion specifier");
      conversion = rest[1];
      rest.remove_prefix(2);
      if (!rest.empty() && rest[0] != ':') fail("value-error", "expected ':' after conversion specifier");
    }
    std::string spec;
    if (rest.starts_with(':')) spec = format(rest.substr(1), levels - 1);
    if (conversion == 0) {
      return spec.empty() ? language_.inserted(value) : python_format_value(value, spec, language_);
    }
    std::string shown;
    switch (conversion) {
      case 's': shown = language_.text(value); break;
      case 'r': shown = language_.repr(value); break;
      case 'a': shown = ascii_repr(language_.repr(value)); break;
      default: fail("value-error", std::string("Unknown conversion specifier '") + conversion + "'");
    }
    return python_format_value(Value::string(shown), spec, language_);
  }

  Value argument(std::string_view name) {
    std::size_t end = std::min(name.find_first_of(".["), name.size());
    const std::string_view first = name.substr(0, end);
    Value value = first_value(first);
    while (end < name.size()) {
      language_.budget.step();
      if (name[end] == '.') {
        const std::size_t next = std::min(name.find_first_of(".[", end + 1), name.size());
        if (next == end + 1) fail("value-error", "Empty attribute in format string");
        value = language_.attribute(value, name.substr(end + 1, next - end - 1));
        end = next;
        continue;
      }
      if (name[end] != '[') fail("value-error", "Only '.' or '[' may follow ']' in format field specifier");
      const std::size_t close = name.find(']', end);
      if (close == std::string_view::npos) fail("value-error", "Missing ']' in format string");
      const std::string_view key = name.substr(end + 1, close - end - 1);
      if (key.empty()) fail("value-error", "Empty attribute in format string");
      const auto number = parse_digits(key, 10, false);
      value = language_.item(value, number ? Value::integer(number.value) : Value::string(key));
      end = close + 1;
    }
    return value;
  }

  Value first_value(std::string_view name) {
    const auto number = parse_digits(name, 10, false);
    if (name.empty() || number) {
      if (name.empty() ? is_manual_ : is_automatic_) {
        fail("value-error", name.empty()
                                ? "cannot switch from manual field specification to automatic field numbering"
                                : "cannot switch from automatic field numbering to manual field specification");
      }
      (name.empty() ? is_automatic_ : is_manual_) = true;
      const auto index = name.empty() ? next_++ : static_cast<std::size_t>(number.value);
      if (index >= positional_.size()) {
        fail("index-error", "Replacement index " + std::to_string(index) + " out of range for positional args tuple");
      }
      return positional_[index];
    }
    const Value* found = named_.find(name);
    if (found == nullptr) fail("key-error", python_repr(Value::string(name), language_.budget));
    return *found;
  }

  std::span<const Value> positional_;
  const Map& named_;
  FormatLanguage& language_;
  std::size_t next_ = 0;
  bool is_automatic_ = false;
  bool is_manual_ = false;
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
  fail("attribute-error", "'" + type_name(value) + "' object has no attribute '" + std::string(name) + "'");
}

Value FormatLanguage::item(const Value& value, const Value& key) {
  if (value.is_map()) {
    if (const Value* found = value.as_map().find(key)) return *found;
    fail("key-error", repr(key));
  }
  if ((value.is_list() || value.kind() == Kind::tuple) && key.kind() == Kind::integer) {
    const auto index = static_cast<std::size_t>(key.as_integer());
    if (index < value.as_list().size()) return value.as_list()[index];
    fail("index-error", type_name(value) + " index out of range");
  }
  fail("type-error", "'" + type_name(value) + "' object is not subscriptable");
}

std::string python_format(std::string_view format, std::span<const Value> positional, const Map& named,
                          FormatLanguage& language) {
  return Formatter(positional, named, language).format(format, 2);
}

std::string python_format_value(const Value& value, std::string_view text, FormatLanguage& language) {
  if (text.empty()) return language.text(value);
  const FieldSpec spec = parse_spec(text);
  constexpr std::string_view integer_types = "bcdoxXn";
  constexpr std::string_view real_types = "eEfFgGn%";
  const auto is_one_of = [&](std::string_view types) {
    return spec.type == 0 || types.find(spec.type) != std::string_view::npos;
  };
  if (value.kind() == Kind::boolean && spec.type == 0) return padded(language.text(value), spec, '<');
  if (is_python_whole(value) && is_one_of(integer_types)) return format_integer(value, spec);
  if ((is_python_whole(value) || value.kind() == Kind::real) && is_one_of(real_types))
    return format_real(real_of(value), spec);
  if (is_python_number(value)) unknown_type(spec.type, language.type_name(value));
  if (!value.is_string()) {
    fail("type-error", "unsupported format string passed to " + language.type_name(value) + ".__format__");
  }
  if (spec.type != 0 && spec.type != 's') unknown_type(spec.type, "str");
  if (spec.sign != '-') fail("value-error", "Sign not allowed in string format specifier");
  if (spec.align == '=') fail("value-error", "'=' alignment not allowed in string format specifier");
  std::string shown = language.text(value);
  if (spec.precision >= 0) shown = slice_code_points(shown, 0, static_cast<std::size_t>(spec.precision));
  FieldSpec adjusted = spec;
  if (spec.zero && spec.align == 0) adjusted.fill = "0";
  return padded(shown, adjusted, '<');
}

}  // namespace evalground
