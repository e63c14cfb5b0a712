// Native types: Python literals, and the value of a template's pieces (jinja2.nativetypes.native_concat).
//
// With native types a template of one expression gives its value, and several pieces are joined to a text and read back
// as a literal: `[{{ 1 }}, 2]` is the list [1, 2]. This is the source of famous surprises: `{{ '1' }}2` is the number
// 12, and '0012' stays text, since Python has no such number.

#include "dialects/jinja2/runtime/native.hpp"

#include <algorithm>
#include <cmath>

#include "base/text/any_of.hpp"
#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "base/text/utf8.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace {

// Parses the literals that Python's ast.literal_eval accepts. Most texts are not literals, so failure is a nullopt and
// not an exception.
// Recursive descent. Each function returns nullopt as soon as the text cannot be a literal, and the caller then keeps
// the text. Depth and steps are charged, because the text may come from anywhere. json_names also accepts true, false
// and null, as Ansible's safe_eval() does.
class LiteralReader {
 public:
  LiteralReader(std::string_view text, Budget& budget, bool json_names)
      : scanner_(text), budget_(budget), json_names_(json_names) {}

  std::optional<Value> read() {
    skip_empty_lines();
    if (scanner_.peek() == ' ' || scanner_.peek() == '\t') return std::nullopt;  // Python: unexpected indent
    skip();
    std::optional<Value> value = tuple_or_value(false);
    skip();
    if (!value || !scanner_.at_end()) {
      unhashable_ = {};
      return std::nullopt;
    }
    return unhashable_.empty() ? value : std::nullopt;
  }

  // If a text fails to be a literal only because a key or member has no hash: the type of the first such one,
  // "list" for `{[1]: 2}`. Otherwise empty.
  std::string_view unhashable() const { return unhashable_; }

 private:
  // Python ignores empty lines and comments before the first token, but not blanks in front of that token.
  void skip_empty_lines() {
    std::size_t begin = 0;
    do {
      budget_.step();
      begin = scanner_.offset();
      scanner_.skip_whitespace(" \t\f\r");
      if (scanner_.peek() == '#') scanner_.take_while([](char c) { return c != '\n'; });
    } while (scanner_.take('\n'));
    scanner_.rewind(begin);
  }
  // Skips whitespace and comments. Outside brackets a newline may only be followed by the end.
  void skip() {
    if (brackets_ > 0) return skip_lines();
    scanner_.skip_whitespace(" \t\f");
    const std::size_t begin = scanner_.offset();
    skip_lines();
    if (!scanner_.at_end()) scanner_.rewind(begin);
  }
  void skip_lines() {
    constexpr std::string_view blanks = " \t\n\r\f";
    for (scanner_.skip_whitespace(blanks); scanner_.peek() == '#'; scanner_.skip_whitespace(blanks)) {
      budget_.step();
      scanner_.take_while([](char c) { return c != '\n'; });
    }
  }

  // `1,` and `1, 2` are tuples also without brackets.
  std::optional<Value> tuple_or_value(bool in_parentheses) {
    std::optional<Value> first = value();
    if (!first) return std::nullopt;
    skip();
    if (!scanner_.take(',')) return first;
    List items;
    items.push_back(std::move(*first));
    for (;;) {
      skip();
      if (scanner_.at_end() || (in_parentheses && scanner_.peek() == ')')) break;
      std::optional<Value> next = value();
      if (!next) return std::nullopt;
      items.push_back(std::move(*next));
      skip();
      if (!scanner_.take(',')) break;
    }
    return Value::tuple(std::move(items));
  }

  std::optional<Value> value() {
    const Depth depth = budget_.enter();
    budget_.step();
    skip();
    const char c = scanner_.peek();
    if (c == '[') return list();
    if (c == '{') return map_or_set();
    if (c == '(') return parentheses();
    if (is_any_of(c, "-+.0123456789")) return number();
    if (const std::optional<Prefix> prefix = take_prefix()) return strings(*prefix);
    return named(scanner_.take_while([](char one) { return is_ascii_letter(one) || one == '_'; }));
  }

  // The literals that begin with a word.
  std::optional<Value> named(std::string_view word) {
    if (word == "set") return scanner_.take("()") ? std::optional(Value::set(Map())) : std::nullopt;
    if (word == "True" || (json_names_ && word == "true")) return Value::boolean(true);
    if (word == "False" || (json_names_ && word == "false")) return Value::boolean(false);
    if (word == "None" || (json_names_ && word == "null")) return Value::null();
    return std::nullopt;
  }

  std::optional<Value> list() {
    scanner_.skip();
    ++brackets_;
    List items;
    for (;;) {
      skip();
      if (scanner_.take(']')) break;
      std::optional<Value> item = value();
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
      skip();
      if (scanner_.take(']')) break;
      if (!scanner_.take(',')) return std::nullopt;
    }
    --brackets_;
    return Value::list(std::move(items));
  }

  std::optional<Value> parentheses() {
    scanner_.skip();
    ++brackets_;
    skip();
    if (scanner_.take(')')) {
      --brackets_;
      return Value::tuple();
    }
    std::optional<Value> inner = tuple_or_value(true);
    skip();
    if (!inner || !scanner_.take(')')) return std::nullopt;
    --brackets_;
    return inner;
  }

  // The type that keeps a key from having a hash: its own, or that of a part of a tuple. Empty if it has one.
  static std::string_view unhashable_type(const Value& key) {
    if (key.is_list()) return "list";
    if (key.is_map()) return "dict";
    if (key.kind() == Kind::set) return "set";
    if (key.kind() != Kind::tuple) return {};
    for (const Value& part : key.as_list()) {
      if (const std::string_view type = unhashable_type(part); !type.empty()) return type;
    }
    return {};
  }

  // The first entry decides between set and dict. `{}` is an empty dict.
  std::optional<Value> map_or_set() {
    scanner_.skip();
    ++brackets_;
    Map entries;
    bool is_set = false;
    bool is_first = true;
    for (;;) {
      skip();
      if (scanner_.take('}')) break;
      std::optional<Value> key = value();
      if (!key) return std::nullopt;
      const std::string_view unhashable = unhashable_type(*key);
      if (unhashable_.empty()) unhashable_ = unhashable;
      skip();
      const bool has_value = scanner_.take(':');
      if (is_first) is_set = !has_value;
      is_first = false;
      if (is_set == has_value) return std::nullopt;
      std::optional<Value> entry = has_value ? value() : Value::null();
      if (!entry) return std::nullopt;
      if (unhashable.empty()) entries.set(std::move(*key), std::move(*entry));
      skip();
      if (scanner_.take('}')) break;
      if (!scanner_.take(',')) return std::nullopt;
    }
    --brackets_;
    return is_set ? Value::set(std::move(entries)) : Value::map(std::move(entries));
  }

  // The letters before a string: r'\d' keeps its backslash, b'a' is bytes. u'a' is what Python 2 printed.
  struct Prefix {
    bool is_raw = false;
    bool is_bytes = false;
  };

  // Takes the letters before a quote. Absent, and nothing is taken, if no string begins here.
  std::optional<Prefix> take_prefix() {
    const std::size_t begin = scanner_.offset();
    const std::string_view letters = scanner_.take_while(is_ascii_letter);
    const bool is_string = scanner_.peek() == '\'' || scanner_.peek() == '"';
    if (is_string && letters.size() <= 2) {
      const std::string word = to_lower(letters);
      const bool is_raw = word.find('r') != std::string::npos;
      const bool is_bytes = word.find('b') != std::string::npos;
      if (word.size() == std::size_t{is_raw} + std::size_t{is_bytes} || word == "u") return Prefix{is_raw, is_bytes};
    }
    scanner_.rewind(begin);
    return std::nullopt;
  }

  // Adjacent strings are one string: 'a' u'b' -> 'ab'. The prefix of the first is taken.
  std::optional<Value> strings(const Prefix& first) {
    std::string text;
    std::optional<Prefix> prefix = first;
    std::size_t after = 0;
    do {
      if (prefix->is_bytes != first.is_bytes || !string(text, *prefix)) return std::nullopt;
      after = scanner_.offset();
      skip();
      prefix = take_prefix();
    } while (prefix);
    scanner_.rewind(after);
    return first.is_bytes ? Value::bytes(text) : Value::string(text);
  }

  bool string(std::string& text, const Prefix& prefix) {
    const char quote = scanner_.peek();
    const std::string triple(3, quote);
    const bool is_triple = scanner_.take(triple);
    if (!is_triple) scanner_.skip();
    for (;;) {
      if (scanner_.at_end()) return false;
      if (is_triple ? scanner_.take(triple) : scanner_.take(quote)) return true;
      const char c = scanner_.peek();
      if (c == '\n' && !is_triple) return false;
      scanner_.skip();
      if (c != '\\') {
        text += c;
      } else if (prefix.is_raw) {
        text += c;
        if (!scanner_.at_end()) text += scanner_.peek();
        scanner_.skip();
      } else if (!escape(text, prefix.is_bytes)) {
        return false;
      }
    }
  }

  // Escapes of Python's strings: \n, \x41, \u00e9, \101. In bytes \u has no meaning and stays. Named characters (\N{…})
  // are not known and keep their backslash.
  bool escape(std::string& text, bool is_bytes) {
    const char c = scanner_.peek();
    scanner_.skip();
    constexpr std::string_view simple = "\\'\"abfnrtv";
    constexpr std::string_view meaning = "\\'\"\a\b\f\n\r\t\v";
    if (c == '\n') return true;
    if (const std::size_t at = simple.find(c); c != '\0' && at != std::string_view::npos) {
      text += meaning[at];
      return true;
    }
    const std::size_t count = c == 'x' ? 2 : c == 'u' && !is_bytes ? 4 : c == 'U' && !is_bytes ? 8 : 0;
    std::string_view digits;
    unsigned base = 16;
    if (count != 0) {
      digits = scanner_.rest().substr(0, count);
      if (digits.size() != count) return false;
      scanner_.skip(count);
    } else if (c >= '0' && c <= '7') {
      scanner_.rewind(scanner_.offset() - 1);
      const std::size_t begin = scanner_.offset();
      while (scanner_.offset() < begin + 3 && scanner_.peek() >= '0' && scanner_.peek() <= '7') scanner_.skip();
      digits = scanner_.between(begin, scanner_.offset());
      base = 8;
    } else {
      // An unknown escape keeps its backslash.
      text += '\\';
      if (c != '\0') text += c;
      return true;
    }
    const auto code = parse_digits(digits, base, false);
    if (!code || code.value > 0x10FFFF) return false;
    if (is_bytes) {
      text += static_cast<char>(code.value);
    } else {
      append_code_point(text, static_cast<char32_t>(code.value));
    }
    return true;
  }

  // -5, 0x1f, 1_000, 2.5e3. Python's literal_eval() accepts a sign before a number but no other operator.
  std::optional<Value> number() {
    const bool is_negative = scanner_.peek() == '-';
    if (is_negative || scanner_.peek() == '+') {  // one sign at most
      scanner_.skip();
      skip();
    }
    const std::optional<std::string> digits = without_underscores(number_token());
    if (!digits) return std::nullopt;
    const unsigned base = base_of(*digits);
    std::string_view rest = *digits;
    if (base != 10) rest.remove_prefix(2);
    const bool is_whole =
        rest.find_first_not_of(base == 16 ? "0123456789abcdefABCDEF" : "0123456789") == std::string_view::npos;
    if (is_whole) return whole(rest, base, is_negative);
    return base == 10 ? real(*digits, is_negative) : std::nullopt;
  }

  // All that may belong to a number: `1e-5` has a sign within, `0x1e-5` is a difference.
  std::string_view number_token() {
    const auto belongs = [](char c) { return is_ascii_digit(c) || is_ascii_letter(c) || c == '_' || c == '.'; };
    const std::size_t begin = scanner_.offset();
    while (!scanner_.at_end() && belongs(scanner_.peek())) {
      const char c = scanner_.peek();
      const std::string_view prefix = scanner_.between(begin, std::min(begin + 2, scanner_.offset()));
      const bool is_exponent = (c == 'e' || c == 'E') && prefix != "0x" && prefix != "0X";
      scanner_.skip();
      if (is_exponent && (scanner_.peek() == '-' || scanner_.peek() == '+')) scanner_.skip();
    }
    return scanner_.between(begin, scanner_.offset());
  }

  // Each underscore stands alone, between two digits.
  static std::optional<std::string> without_underscores(std::string_view token) {
    if (token.empty() || token.back() == '_' || token.front() == '_') return std::nullopt;
    const auto is_digit = [](char c) { return is_ascii_digit(c) || is_ascii_letter(c); };
    std::string digits;
    for (std::size_t at = 0; at < token.size(); ++at) {
      if (token[at] != '_') {
        digits += token[at];
      } else if (!is_digit(token[at - 1]) || !is_digit(token[at + 1])) {
        return std::nullopt;
      }
    }
    return digits;
  }

  static unsigned base_of(std::string_view digits) {
    if (digits.size() <= 2 || digits[0] != '0') return 10;
    const char letter = static_cast<char>(digits[1] | 0x20);
    return letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
  }

  // A number of more than 64 bits becomes a long integer.
  static std::optional<Value> whole(std::string_view digits, unsigned base, bool is_negative) {
    const bool has_leading_zero = base == 10 && digits.size() > 1 && digits[0] == '0';
    if (has_leading_zero && digits.find_first_not_of('0') != std::string_view::npos) return std::nullopt;  // 007
    if (const auto value = parse_digits(digits, base, is_negative)) return Value::integer(value.value);
    const std::optional<BigInt> value = BigInt::parse(digits, base, is_negative);
    return value ? std::optional(integer_value(*value)) : std::nullopt;
  }

  static std::optional<Value> real(std::string_view digits, bool is_negative) {
    if (digits == "." || (digits[0] | 0x20) == 'e') return std::nullopt;
    const auto value = parse_real(digits);
    if (value) return Value::real(is_negative ? -value.value : value.value);
    if (value.fault == NumberFault::out_of_range) return Value::real(is_negative ? -HUGE_VAL : HUGE_VAL);
    return std::nullopt;
  }

  Scanner scanner_;
  Budget& budget_;
  const bool json_names_;
  int brackets_ = 0;
  std::string_view unhashable_;
};

}  // namespace

std::optional<Value> python_literal(std::string_view text, Budget& budget, bool json_names) {
  return LiteralReader(text, budget, json_names).read();
}

namespace {

// The literal in a text that a template made. A key without a hash fails, although any other text without a literal
// stays: Python finds that out only when it has read the text. Unfurl, which has its own rules for what is missing,
// keeps the text.
std::optional<Value> literal_in(Evaluator& evaluator, std::string_view text, bool json_names) {
  LiteralReader reader(text, evaluator.context.budget, json_names);
  std::optional<Value> value = reader.read();
  const Options& options = evaluator.options;
  const bool keeps_any = options.behavior.refuses_missing || options.undefined == Leniency::traced;
  if (!reader.unhashable().empty() && !keeps_any) {
    evaluator.fail("type-error", "unhashable type: '" + std::string(reader.unhashable()) + "'");
  }
  return value;
}

}  // namespace

// Ansible without native types reads an output back only if it looks like a list, a dict or a boolean. So '12' stays
// text here. A verbatim text is the result of a lookup or filter that Ansible never reads back.
Value read_rendered(Evaluator& evaluator, Value rendered) {
  if (!rendered.is_string() || rendered.verbatim()) return rendered;
  const std::string_view text = rendered.as_string();
  if (!text.starts_with('{') && !text.starts_with('[') && text != "True" && text != "False") return rendered;
  const std::optional<Value> value = literal_in(evaluator, text, true);
  return value ? value->with_sensitive(rendered.sensitive()) : rendered;
}

// The value of a whole template with native types. keeps_text is Ansible's variant: a text that a filter made
// deliberately stays text.
Value native_value(Evaluator& evaluator, const List& pieces) {
  const bool keeps_text = evaluator.options.behavior.keeps_text;
  if (pieces.empty()) return Value::null();
  Value whole = pieces.front();
  if (pieces.size() == 1) {
    // A lone lenient undefined value gives its text, or none if that is empty.
    if (whole.is_undefined() && evaluator.options.behavior.refuses_missing) evaluator.fail_undefined(whole);
    // An expression without tags gives its value unchanged: '1' stays text, as with Jinja's compile_expression().
    if (evaluator.options.reading != ExpressionReading::text && !keeps_text) return whole;
    if (keeps_text && whole.is_undefined()) {
      std::string text = evaluator.text(whole);
      whole = text.empty() ? Value::null() : Value::string(text);
    }
    if (!whole.is_string() || (keeps_text && whole.verbatim() && !evaluator.is_unsafe(whole))) return whole;
  } else {
    std::string text;
    const bool is_sensitive = evaluator.shows_sensitive([&] {
      for (const Value& piece : pieces) {
        evaluator.context.budget.step();
        text += evaluator.text(piece);
      }
    });
    whole = Value::string(text).with_sensitive(is_sensitive);
  }
  std::optional<Value> literal = literal_in(evaluator, whole.as_string(), false);
  if (!literal) return whole;
  if (keeps_text && literal->is_string()) {  // the quotes stay in the value, as in Ansible
    const std::string quote(1, whole.as_string().front());
    literal = Value::string(quote + std::string(literal->as_string()) + quote);
  }
  // Marked verbatim as text made by a template. So a number that was text can be distinguished from a computed one.
  return std::move(*literal)
      .with_sensitive(whole.sensitive())
      .with_verbatim(whole.sensitive())
      .with_origin(whole.origin());
}

}  // namespace evalground::jinja2
