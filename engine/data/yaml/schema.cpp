// What a scalar without quotes means: `yes`, `0o17`, `1:30`, `2001-12-14`, `~`.
//
// The answer depends on the rules. YAML 1.1 is read as PyYAML reads it, with `yes` as a boolean and base-60 numbers.
// YAML 1.2 has fewer words and another prefix for octal numbers. The rules of Kubernetes are go-yaml's, followed by a
// conversion to JSON, which turns some numbers into others.
//
// plain_type() classifies, read_plain() converts what was classified. The patterns of the originals are regular
// expressions; here a Taker walks through them, because most scalars of a document are tested.
#include "data/yaml/schema.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "base/text/any_of.hpp"
#include "base/text/ascii.hpp"
#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "value/big_integer.hpp"

namespace evalground {
namespace {

bool is_one_of(std::string_view text, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

constexpr std::array<std::string_view, 5> null_words = {"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 3> true_words = {"true", "True", "TRUE"};
constexpr std::array<std::string_view, 3> false_words = {"false", "False", "FALSE"};
constexpr std::array<std::string_view, 6> true_words_1_1 = {"yes", "Yes", "YES", "on", "On", "ON"};
constexpr std::array<std::string_view, 6> false_words_1_1 = {"no", "No", "NO", "off", "Off", "OFF"};
constexpr std::array<std::string_view, 3> infinity_words = {".inf", ".Inf", ".INF"};
constexpr std::array<std::string_view, 3> nan_words = {".nan", ".NaN", ".NAN"};

std::string_view without_sign(std::string_view text) {
  return !text.empty() && (text[0] == '-' || text[0] == '+') ? text.substr(1) : text;
}

std::string without_underscores(std::string_view text) {
  return replace_all(text, "_", "");
}

// Takes matching text from the front. Each function returns true when it took something. A copy is a bookmark: try on
// the copy, and assign it when that worked.
class Taker {
 public:
  explicit Taker(std::string_view rest) : rest_(rest) {}

  bool at_end() const { return rest_.empty(); }

  bool take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_any(std::string_view characters) {
    if (rest_.empty() || !is_any_of(rest_[0], characters)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_run(std::string_view characters) {
    const std::size_t size = std::min(rest_.find_first_not_of(characters), rest_.size());
    rest_.remove_prefix(size);
    return size != 0;
  }
  // At least `least` and at most `most` digits.
  bool take_digits(int least, int most) {
    int count = 0;
    while (count < most && !rest_.empty() && is_ascii_digit(rest_[0])) {
      rest_.remove_prefix(1);
      ++count;
    }
    return count >= least;
  }

 private:
  std::string_view rest_;
};

constexpr std::string_view decimal = "0123456789";
constexpr std::string_view decimal_or_underscore = "0123456789_";

enum class Exponent : std::uint8_t { sign_needed, sign_optional };

// True for "" and "e+5".
bool is_end_or_exponent(Taker rest, Exponent exponent) {
  if (rest.at_end()) return true;
  if (!rest.take_any("eE")) return false;
  if (!rest.take_any("+-") && exponent == Exponent::sign_needed) return false;
  return rest.take_run(decimal) && rest.at_end();
}

// Digits of a base after a prefix: "0x1F_00", "0o17"; at least one digit besides underscores.
bool is_prefixed(std::string_view text, std::string_view prefix, std::string_view digits) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  const std::string_view rest = text.substr(prefix.size());
  return rest.find_first_not_of(digits) == std::string_view::npos &&
         rest.find_first_not_of('_') != std::string_view::npos;
}

// The base-60 numbers of YAML 1.1, without sign: "1:30", "190:20:30". Returns false when no colon follows the digits.
// Parts after the first are 0 to 59; "1:75" reads as text because of the 7.
bool take_sixties(Taker& rest) {
  if (!rest.take_any(decimal)) return false;
  rest.take_run(decimal_or_underscore);
  bool has_part = false;
  while (rest.take(':')) {
    Taker two_digits = rest;
    if (two_digits.take_any("012345") && two_digits.take_any(decimal)) {
      rest = two_digits;
    } else if (!rest.take_any(decimal)) {
      return false;
    }
    has_part = true;
  }
  return has_part;
}

// `017` is octal in YAML 1.1 and decimal in 1.2, and `0o17` is octal in 1.2 and text in 1.1. `08` is no integer in 1.1,
// and becomes text.
bool is_integer(std::string_view text, YamlRules rules) {
  const std::string_view digits = without_sign(text);
  if (digits.empty() || !is_ascii_digit(digits[0])) return false;
  if (is_prefixed(digits, "0b", "01_") || is_prefixed(digits, "0x", "0123456789abcdefABCDEF_")) return true;
  const bool is_decimal = digits.find_first_not_of(decimal_or_underscore) == std::string_view::npos;
  if (rules == YamlRules::yaml_1_2) return is_decimal || is_prefixed(digits, "0o", "01234567_");
  if (is_decimal) return digits[0] != '0' || digits.find_first_not_of("01234567_") == std::string_view::npos;
  Taker rest(digits);
  return digits[0] != '0' && take_sixties(rest) && rest.at_end();
}

// `1e5` is text in YAML 1.1: PyYAML wants a point, and a sign in the exponent, `1.0e+5`. Neither may a sign stand
// before a point, so `-.5` is text.
bool is_real_1_1(std::string_view text) {
  Taker rest(text);
  if (rest.take('.')) {  // no sign before the point
    return rest.take_any(decimal) &&
           (rest.take_run(decimal_or_underscore), is_end_or_exponent(rest, Exponent::sign_needed));
  }
  rest.take_any("+-");
  Taker sixties = rest;
  if (take_sixties(sixties)) return sixties.take('.') && (sixties.take_run(decimal_or_underscore), sixties.at_end());
  if (!rest.take_any(decimal)) return false;
  rest.take_run(decimal_or_underscore);
  return rest.take('.') && (rest.take_run(decimal_or_underscore), is_end_or_exponent(rest, Exponent::sign_needed));
}

bool is_real_1_2(std::string_view text) {
  Taker rest(text);
  rest.take_any("+-");
  if (rest.take('.')) {
    rest.take_run("_");
    return rest.take_any(decimal) &&
           (rest.take_run(decimal_or_underscore), is_end_or_exponent(rest, Exponent::sign_needed));
  }
  if (!rest.take_any(decimal)) return false;
  rest.take_run(decimal_or_underscore);
  if (rest.take('.')) {
    rest.take_run(decimal_or_underscore);
    return is_end_or_exponent(rest, Exponent::sign_optional);
  }
  return !rest.at_end() && is_end_or_exponent(rest, Exponent::sign_optional);
}

bool is_real(std::string_view text, YamlRules rules) {
  if (is_one_of(without_sign(text), infinity_words) || is_one_of(text, nan_words)) return true;
  return rules == YamlRules::yaml_1_1 ? is_real_1_1(text) : is_real_1_2(text);
}

bool take_iso_date(Taker& rest) {
  return rest.take_digits(4, 4) && rest.take('-') && rest.take_digits(2, 2) && rest.take('-') && rest.take_digits(2, 2);
}

bool take_short_date(Taker& rest) {
  return rest.take_digits(4, 4) && rest.take('-') && rest.take_digits(1, 2) && rest.take('-') && rest.take_digits(1, 2);
}

bool take_time(Taker& rest) {
  const bool has_time =
      rest.take_digits(1, 2) && rest.take(':') && rest.take_digits(2, 2) && rest.take(':') && rest.take_digits(2, 2);
  if (has_time && rest.take('.')) rest.take_run(decimal);
  return has_time;
}

// "Z", "+2", "-05:00", and nothing.
bool take_offset(Taker& rest) {
  if (rest.at_end()) return true;
  rest.take_run(" \t");
  if (rest.take('Z')) return true;
  if (!rest.take_any("+-") || !rest.take_digits(1, 2)) return false;
  return rest.at_end() || (rest.take(':') && rest.take_digits(2, 2));
}

// 2001-12-14, 2001-12-14t21:59:43.10-05:00, 2001-12-14 21:59:43
// Only the form is tested, as in the pattern of the original: `2001-99-99` is a timestamp. A date alone needs two
// digits for month and day; before a time one is enough.
bool is_timestamp(std::string_view text) {
  if (text.size() < 8 || !is_ascii_digit(text[0])) return false;
  Taker date(text);
  if (take_iso_date(date) && date.at_end()) return true;
  Taker rest(text);
  if (!take_short_date(rest)) return false;
  if (!rest.take_any("Tt") && !rest.take_run(" \t")) return false;
  return take_time(rest) && take_offset(rest) && rest.at_end();
}

// A number as go-yaml converts it to JSON: without underscores; 0x, 0o, 0b or a leading 0 sets the base.
struct GoNumber {
  PlainType type;  // integer, real or text
  std::int64_t integer = 0;
  double real = 0;
};

// Takes the mark of a base, "0x", "0o", "0b" or only "0", off digits.
unsigned take_go_base(std::string_view& digits) {
  if (digits.size() < 2 || digits[0] != '0') return 10;
  const char mark = static_cast<char>(digits[1] | 0x20);
  const unsigned base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
  digits.remove_prefix(std::string_view("xob").find(mark) != std::string_view::npos ? 2 : 1);
  return base;
}

//   "1_000" -> 1000     "0x10" -> 16     "1e3" -> 1000     "0xFFFFFFFFFFFFFFFF" -> 1.8446744073709552e19
//
// The order is that of go-yaml: a signed integer, an unsigned one, then a float.
GoNumber go_number(std::string_view text) {
  const std::string plain = without_underscores(text);
  const bool is_negative = plain.starts_with('-');
  std::string_view digits = without_sign(plain);
  if (digits.empty()) return {PlainType::text};
  const unsigned base = take_go_base(digits);
  const ParsedNumber<std::int64_t> integer = parse_digits(digits, base, is_negative);
  if (integer) return {PlainType::integer, integer.value};
  if (base != 10 && is_ascii_digit(plain[0])) {
    // Up to 64 bits, and no sign; JSON then reads it as a float.
    const std::optional<BigInt> number = BigInt::parse(digits, base);
    if (number && number->bit_length() <= 64) return {PlainType::real, 0, *number->to_double()};
  }
  const std::string_view unsigned_text = without_sign(plain);
  Taker rest(unsigned_text);
  const bool has_digits = rest.take_run(decimal);
  const bool has_fraction = rest.take('.') && rest.take_run(decimal);
  if (!has_digits && !has_fraction) return {PlainType::text};
  if (!is_end_or_exponent(rest, Exponent::sign_optional)) return {PlainType::text};
  const ParsedNumber<double> real = parse_real(plain);
  if (!real) return {PlainType::text};
  // The shortest text of a whole number below 1e21 has no point: it is read as an integer again.
  if (real.value == std::floor(real.value) && std::fabs(real.value) < 9.2233720368547758e18) {
    return {PlainType::integer, static_cast<std::int64_t>(real.value)};
  }
  return {PlainType::real, 0, real.value};
}

Value read_go_number(std::string_view text) {
  const GoNumber number = go_number(text);
  if (number.type == PlainType::integer) return Value::integer(number.integer);
  return number.type == PlainType::real ? Value::real(number.real) : Value::string(text);
}

[[noreturn]] void fail_not_finite(std::string_view text, OriginId where) {
  throw Error("invalid-scalar",
              "The number " + std::string(text) + " cannot be written as JSON, which Kubernetes needs.", where);
}

Value integer_or_error(std::optional<Value> number, std::string_view text, OriginId where) {
  if (number) return *number;
  const std::string digits = text.size() <= 40 ? std::string(text) : std::string(text.substr(0, 40)) + "…";
  throw Error("integer-out-of-range", "The integer " + digits + " has too many digits.", where);
}

std::optional<Value> parse_any_integer(std::string_view digits, unsigned base, bool is_negative) {
  const auto number = parse_digits(digits, base, is_negative);
  return number ? Value::integer(number.value) : integer_value(digits, base, is_negative);
}

// "1:30" is 90; nothing when there are too many digits.
std::optional<Value> parse_sixties(std::string_view digits, bool is_negative) {
  BigInt sum;
  for (const std::string_view part : Split(digits, ":")) {
    const auto number = BigInt::parse(part);
    if (!number || sum.bit_length() + number->bit_length() > BigInt::most_bits / 2) return std::nullopt;
    sum = sum * 60 + *number;
  }
  return integer_value(is_negative ? -sum : sum);
}

// Invariant: is_integer() under these rules.
// The base must follow is_integer(): 0o is accepted only where that function accepts it.
Value read_integer(std::string_view text, YamlRules rules, OriginId where) {
  const bool is_negative = text[0] == '-';
  const std::string digits = without_underscores(without_sign(text));
  const auto in_base = [&](unsigned base, std::size_t prefix) {
    return integer_or_error(parse_any_integer(std::string_view(digits).substr(prefix), base, is_negative), text, where);
  };
  if (digits.size() > 1 && digits[0] == '0') {
    if (digits[1] == 'b') return in_base(2, 2);
    if (digits[1] == 'x') return in_base(16, 2);
    if (digits[1] == 'o') return in_base(8, 2);
    if (rules == YamlRules::yaml_1_1) return in_base(8, 1);
  }
  if (digits.find(':') != std::string::npos) return integer_or_error(parse_sixties(digits, is_negative), text, where);
  return in_base(10, 0);
}

// Invariant: is_real() under these rules, or is_integer().
// "1:30.5" is 90.5. A number beyond a double is infinite, as in Python.
Value read_real(std::string_view text) {
  const double sign = text[0] == '-' ? -1.0 : 1.0;
  if (is_one_of(without_sign(text), infinity_words)) return Value::real(sign * std::numeric_limits<double>::infinity());
  if (is_one_of(text, nan_words)) return Value::real(std::numeric_limits<double>::quiet_NaN());
  const std::string digits = without_underscores(without_sign(text));
  double sum = 0;
  for (const std::string_view part : Split(digits, ":")) {
    const auto number = parse_real(part);
    sum =
        sum * 60 + (number.fault == NumberFault::out_of_range ? std::numeric_limits<double>::infinity() : number.value);
  }
  return Value::real(sign * sum);
}

// `y` and `n` are booleans only for go-yaml: PyYAML leaves them text.
std::optional<bool> read_boolean(std::string_view text, YamlRules rules) {
  if (is_one_of(text, true_words)) return true;
  if (is_one_of(text, false_words)) return false;
  if (rules == YamlRules::yaml_1_2) return std::nullopt;
  if (is_one_of(text, true_words_1_1)) return true;
  if (is_one_of(text, false_words_1_1)) return false;
  if (rules == YamlRules::kubernetes) {
    if (text == "y" || text == "Y") return true;
    if (text == "n" || text == "N") return false;
  }
  return std::nullopt;
}

Value read_binary(std::string_view text, OriginId where) {
  std::string digits;
  for (const char c : text) {
    if (ascii_whitespace.find(c) == std::string_view::npos) digits += c;
  }
  const Decoded decoded = decode_base64(digits, Base64Alphabet::standard, Padding::present);
  if (decoded.error) throw Error("invalid-scalar", "The text behind !!binary is not base64.", where);
  return Value::bytes(decoded.bytes);
}

}  // namespace

// The first character rules out most types. Runs for every plain scalar of a document, so the common case, a word,
// leaves after a few comparisons.
PlainType plain_type(std::string_view text, YamlRules rules) {
  if (text.empty()) return PlainType::null;
  const char first = text[0];
  // Most text starts with a letter that no other type starts with.
  if (is_ascii_digit(first) || first == '-' || first == '+' || first == '.') {
    if (rules == YamlRules::kubernetes) {
      const bool is_special = is_one_of(without_sign(text), infinity_words) || is_one_of(text, nan_words);
      return is_special ? PlainType::real : go_number(text).type;
    }
    if (is_integer(text, rules)) return PlainType::integer;
    if (is_real(text, rules)) return PlainType::real;
    return is_timestamp(text) ? PlainType::timestamp : PlainType::text;
  }
  if (text.size() > 5) return PlainType::text;
  if (text == "<<") return PlainType::merge;
  if (is_any_of(first, "~nN") && is_one_of(text, null_words)) return PlainType::null;
  if (!is_any_of(first, "tTfFyYnNoO")) return PlainType::text;
  return read_boolean(text, rules) ? PlainType::boolean : PlainType::text;
}

Value read_plain(std::string_view text, YamlRules rules, OriginId where) {
  if (rules == YamlRules::kubernetes) {
    switch (plain_type(text, rules)) {
      case PlainType::integer: return read_go_number(text);
      case PlainType::real:
        if (go_number(text).type == PlainType::text) fail_not_finite(text, where);
        return read_go_number(text);
      default: break;
    }
  }
  switch (plain_type(text, rules)) {
    case PlainType::null: return Value::null();
    case PlainType::boolean: return Value::boolean(*read_boolean(text, rules));
    case PlainType::integer: return read_integer(text, rules, where);
    case PlainType::real: return read_real(text);
    default: return Value::string(text);
  }
}

std::string_view go_special_text(std::string_view text) {
  if (text.size() > 5) return {};
  if (is_one_of(text, nan_words)) return ".nan";
  if (!is_one_of(without_sign(text), infinity_words)) return {};
  return text.starts_with('-') ? "-.inf" : ".inf";
}

namespace {

// In JSON a number is a number, and bytes are the text that they are. Nothing for other tags, and for texts that do not
// fit.
std::optional<Value> read_tagged_as_json(std::string_view tag, std::string_view text, OriginId where) {
  if (tag == "tag:yaml.org,2002:binary") return Value::string(read_binary(text, where).as_bytes());
  const bool is_integer_tag = tag == "tag:yaml.org,2002:int";
  if (!is_integer_tag && tag != "tag:yaml.org,2002:float") return std::nullopt;
  // `!!int 5.0` is a float where an integer is asked for.
  const auto has = [&](std::string_view characters) {
    return text.find_first_of(characters) != std::string_view::npos;
  };
  const bool is_real_text = has(".") || (!has("xX") && has("eE"));
  if ((is_integer_tag && is_real_text) || go_number(text).type == PlainType::text) return std::nullopt;
  return read_go_number(text);
}

// The scalar of a tag of YAML's core schema; undefined where the text does not fit it.
// `!!bool yes` is true even in YAML 1.2, and `!!float 1` is 1.0: a tag asks for a type, so more forms are accepted than
// without it.
Value read_core(std::string_view name, std::string_view text, YamlRules rules, OriginId where) {
  if (name == "null") return is_one_of(text, null_words) ? Value::null() : Value();
  if (name == "bool") {
    const auto boolean = read_boolean(text, YamlRules::yaml_1_1);
    return boolean ? Value::boolean(*boolean) : Value();
  }
  if (name == "int") return is_integer(text, rules) ? read_integer(text, rules, where) : Value();
  const bool is_decimal = is_integer(text, rules) && text.find_first_of("xob") == std::string_view::npos;
  const bool fits = is_decimal || is_real(text, rules) || is_real(text, YamlRules::yaml_1_2);
  return fits ? read_real(text) : Value();
}

}  // namespace

std::optional<Value> read_tagged(std::string_view tag, std::string_view text, YamlRules rules, OriginId where) {
  if (tag == "!") return Value::string(text);
  if (rules == YamlRules::kubernetes) {
    if (std::optional<Value> read = read_tagged_as_json(tag, text, where)) return read;
  }
  if (tag.substr(0, core_prefix.size()) != core_prefix) return std::nullopt;
  const std::string_view name = tag.substr(core_prefix.size());
  if (name == "str" || name == "timestamp") return Value::string(text);
  if (name == "binary") return read_binary(text, where);
  if (name != "null" && name != "bool" && name != "int" && name != "float") return std::nullopt;
  Value read = read_core(name, text, rules, where);
  if (!read.is_undefined()) return read;
  throw Error("invalid-scalar", "The text " + quote(text) + " does not fit its tag !!" + std::string(name) + ".",
              where);
}

}  // namespace evalground
