// The grammar of RFC 9535, by recursive descent over its ABNF (section 2).
//
// Filters are typed (section 2.4.1): an operand is a value, a list of nodes or a logical result, and only some fit each
// place. `@.a` alone tests whether it matches anything, `@.a == 1` needs a path with at most one match, and
// `length(@.a) > 2` a function that returns a value. An operand is therefore parsed first, and as_test() or
// require_value() checks its type when the next token shows how it is used.
//
//   $.a[?@.b && count(@.*) > 1]     segments `a` and a filter: a conjunction of a test and a comparison
#include "data/paths/json_path_parse.hpp"

#include <optional>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground {

void JsonPathBuilder::fail(const std::string& reason, std::size_t offset) const {
  throw JsonPathError("The path " + quote(text_) + " cannot be read: at character " +
                          std::to_string(code_points_before(text_, offset) + 1) + ", " + reason + ".",
                      offset);
}

void JsonPathBuilder::fail_expecting(std::string_view expected) const {
  std::string reason = "expected " + std::string(expected) + ", found ";
  if (scanner.at_end()) {
    reason += "its end";
  } else {
    reason += quote(scanner.rest().substr(0, scanner.peek_code_point().size));
  }
  fail(reason);
}

namespace {

using namespace json_path;

constexpr std::string_view blanks = " \t\n\r";
// I-JSON's range, which a double holds exactly: RFC 9535 requires it, so that implementations in JavaScript can agree.
constexpr std::int64_t largest_index = (std::int64_t{1} << 53) - 1;

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool starts_name(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

enum class ExpressionType : std::uint8_t { value, nodes, logical };

struct Declaration {
  std::string_view name;
  PathFunction function;
  ExpressionType result;
  std::vector<ExpressionType> parameters;
};

// The functions of RFC 9535, section 2.4, with the types that the parser checks.
// `nodes` is a path with any number of matches: count() needs all of them, where `value` allows at most one.
const std::vector<Declaration>& declarations() {
  static const std::vector<Declaration> all = {
      {"length", PathFunction::length, ExpressionType::value, {ExpressionType::value}},
      {"count", PathFunction::count, ExpressionType::value, {ExpressionType::nodes}},
      {"value", PathFunction::value, ExpressionType::value, {ExpressionType::nodes}},
      {"match", PathFunction::match, ExpressionType::logical, {ExpressionType::value, ExpressionType::value}},
      {"search", PathFunction::search, ExpressionType::logical, {ExpressionType::value, ExpressionType::value}},
  };
  return all;
}

class RfcParser {
 public:
  explicit RfcParser(JsonPathBuilder& builder) : builder_(builder), scanner_(builder.scanner) {}

  void parse() {
    if (!scanner_.take('$')) builder_.fail_expecting("`$`");
    const Filter* query = builder_.query(false, segments());
    if (!scanner_.at_end()) builder_.fail_expecting("`.`, `[` or the end");
    builder_.set_query(query->query);
  }

 private:
  void skip_blanks() { scanner_.skip_whitespace(blanks); }

  // Blanks are allowed before a segment, but not after the last one, so they are returned when no segment follows.
  std::vector<Segment> segments() {
    std::vector<Segment> all;
    while (true) {
      builder_.budget.step();
      const std::size_t before_blanks = scanner_.offset();
      skip_blanks();
      const auto begin = static_cast<std::uint32_t>(scanner_.offset());
      std::vector<Selector> selectors;
      bool descends = false;
      if (scanner_.take("..")) {
        descends = true;
        if (scanner_.peek() == '[') {
          selectors = bracket();
        } else {
          selectors.push_back(dot_selector());
        }
      } else if (scanner_.take('.')) {
        selectors.push_back(dot_selector());
      } else if (scanner_.peek() == '[') {
        selectors = bracket();
      } else {
        scanner_.rewind(before_blanks);
        return all;
      }
      all.push_back({descends, builder_.keep(selectors), begin, static_cast<std::uint32_t>(scanner_.offset())});
    }
  }

  Selector dot_selector() {
    if (scanner_.take('*')) return {Selector::Kind::wildcard};
    if (!starts_name(scanner_.peek_code_point().value)) builder_.fail_expecting("a name or `*`");
    const std::string_view name =
        scanner_.take_code_points_while([](char32_t c) { return starts_name(c) || (c >= '0' && c <= '9'); });
    Selector selector{Selector::Kind::name};
    selector.name = builder_.keep(name);
    return selector;
  }

  // A depth of the budget, because filters in brackets contain paths with brackets.
  std::vector<Selector> bracket() {
    scanner_.skip();
    const Depth depth = builder_.budget.enter();
    std::vector<Selector> selectors;
    do {
      builder_.budget.step();
      skip_blanks();
      selectors.push_back(selector());
      skip_blanks();
    } while (scanner_.take(','));
    if (!scanner_.take(']')) builder_.fail_expecting("`,` or `]`");
    return selectors;
  }

  // `[1]` and `[1:2]` begin alike. Blanks may stand before the colon, and are given back when no colon follows.
  Selector selector() {
    const char c = scanner_.peek();
    if (scanner_.take('*')) return {Selector::Kind::wildcard};
    if (c == '\'' || c == '"') {
      Selector selector{Selector::Kind::name};
      selector.name = builder_.keep(string());
      return selector;
    }
    if (scanner_.take('?')) {
      skip_blanks();
      Selector selector{Selector::Kind::filter};
      selector.filter = disjunction();
      return selector;
    }
    const std::optional<std::int64_t> first = integer();
    const std::size_t after_first = scanner_.offset();
    skip_blanks();
    if (!scanner_.take(':')) {
      scanner_.rewind(after_first);
      if (!first) builder_.fail_expecting("a name in quotes, an index, a slice, `*` or `?`");
      Selector selector{Selector::Kind::index};
      selector.start = *first;
      return selector;
    }
    return slice(first);
  }

  // Behind the first colon. Each of the three numbers may be missing, and has_start and has_end keep that: the default
  // depends on the sign of the step.
  Selector slice(std::optional<std::int64_t> first) {
    Selector selector{Selector::Kind::slice};
    selector.has_start = first.has_value();
    selector.start = first.value_or(0);
    skip_blanks();
    const std::optional<std::int64_t> end = integer();
    selector.has_end = end.has_value();
    selector.end = end.value_or(0);
    skip_blanks();
    if (scanner_.take(':')) {
      skip_blanks();
      selector.step = integer().value_or(1);
    }
    return selector;
  }

  // An integer without leading zeros, within the range of every JSON implementation; nothing when absent.
  std::optional<std::int64_t> integer() {
    const std::size_t begin = scanner_.offset();
    scanner_.take('-');
    const std::string_view digits = scanner_.take_while(is_ascii_digit);
    if (digits.empty()) {
      if (scanner_.offset() != begin) builder_.fail_expecting("a digit");
      return std::nullopt;
    }
    const std::string_view text = scanner_.between(begin, scanner_.offset());
    const ParsedNumber<std::int64_t> number = parse_integer(text);
    if (number.fault == NumberFault::not_a_number || text == "-0") {
      builder_.fail("the integer " + quote(text) + " is not written as JSON writes it", begin);
    }
    if (!number || number.value > largest_index || number.value < -largest_index) {
      builder_.fail("the integer " + quote(text) + " is out of range", begin);
    }
    return number.value;
  }

  std::string string() {
    const char mark = scanner_.peek();
    scanner_.skip();
    std::string text;
    while (!scanner_.take(mark)) {
      if (scanner_.at_end()) builder_.fail("a text in quotes is not closed");
      const char c = scanner_.peek();
      if (static_cast<unsigned char>(c) < 0x20) builder_.fail("a control character must be escaped");
      if (c == '\\') {
        escape(text, mark);
      } else {
        text += c;
        scanner_.skip();
      }
    }
    return text;
  }

  // The other kind of quote needs no escape, and must not have one: '\"' is invalid.
  void escape(std::string& text, char mark) {
    constexpr std::string_view letters = "bfnrt/\\";
    constexpr std::string_view meanings = "\b\f\n\r\t/\\";
    const std::size_t begin = scanner_.offset();
    scanner_.skip();
    const char c = scanner_.peek();
    if (scanner_.at_end()) builder_.fail("a text in quotes is not closed");
    scanner_.skip();
    if (c == mark) {
      text += c;
    } else if (c == 'u') {
      append_code_point(text, unicode_escape(begin));
    } else if (const std::size_t at = letters.find(c); at != std::string_view::npos) {
      text += meanings[at];
    } else {
      builder_.fail("there is no such escape", begin);
    }
  }

  char32_t four_digits(std::size_t begin) {
    const std::string_view digits = scanner_.rest().substr(0, 4);
    const ParsedNumber<std::int64_t> number = parse_digits(digits, 16, false);
    if (digits.size() != 4 || !number) builder_.fail("`\\u` needs four hexadecimal digits", begin);
    scanner_.skip(4);
    return static_cast<char32_t>(number.value);
  }

  // `\uD83D\uDE00` is one character. Half of a pair has no UTF-8, and RFC 9535 refuses it.
  char32_t unicode_escape(std::size_t begin) {
    const char32_t first = four_digits(begin);
    if (first < 0xD800 || first > 0xDFFF) return first;
    if (first > 0xDBFF || !scanner_.take("\\u")) builder_.fail("half of a surrogate pair", begin);
    const char32_t second = four_digits(begin);
    if (second < 0xDC00 || second > 0xDFFF) builder_.fail("half of a surrogate pair", begin);
    return 0x10000 + ((first - 0xD800) << 10U) + (second - 0xDC00);
  }

  // Conditions. The meaning of a query or function call depends on what follows it.

  const Filter* disjunction() { return chain("||", Filter::Kind::disjunction, &RfcParser::conjunction); }
  const Filter* conjunction() { return chain("&&", Filter::Kind::conjunction, &RfcParser::condition); }

  // `a || b || c` is one node with three parts. A single operand needs no node.
  const Filter* chain(std::string_view separator, Filter::Kind kind, const Filter* (RfcParser::*next)()) {
    const Depth depth = builder_.budget.enter();
    std::vector<const Filter*> parts{(this->*next)()};
    while (true) {
      const std::size_t before_blanks = scanner_.offset();
      skip_blanks();
      if (!scanner_.take(separator)) {
        scanner_.rewind(before_blanks);
        return parts.size() == 1 ? parts.front() : builder_.make(kind, parts);
      }
      skip_blanks();
      parts.push_back((this->*next)());
    }
  }

  const Filter* negated(const Filter* condition) { return builder_.make(Filter::Kind::negation, {condition}); }

  // The operand before an operator decides nothing yet: `@.a` is a test, but a value in `@.a == 1`. The error therefore
  // has the place where the operand began.
  //
  // `!@.a == 1` is refused by the grammar, because readers disagree about what `!` would negate.
  const Filter* condition() {
    const bool is_negated = scanner_.take('!');
    if (is_negated) skip_blanks();
    const std::size_t begin = scanner_.offset();
    if (scanner_.take('(')) {
      skip_blanks();
      const Filter* inner = disjunction();
      skip_blanks();
      if (!scanner_.take(')')) builder_.fail_expecting("`)`");
      return is_negated ? negated(inner) : inner;
    }
    const Filter* left = operand();
    const std::size_t before_blanks = scanner_.offset();
    skip_blanks();
    const std::optional<Operator> op = comparison_operator();
    if (!op) {
      scanner_.rewind(before_blanks);
      const Filter* test = as_test(left, begin);
      return is_negated ? negated(test) : test;
    }
    if (is_negated) builder_.fail("`!` needs parentheses before a comparison", begin - 1);
    require_value(left, begin);
    skip_blanks();
    const std::size_t begin_right = scanner_.offset();
    const Filter* right = operand();
    require_value(right, begin_right);
    return builder_.make(Filter::Kind::comparison, {left, right}, *op);
  }

  std::optional<Operator> comparison_operator() {
    if (scanner_.take("==")) return Operator::equal;
    if (scanner_.take("!=")) return Operator::unequal;
    if (scanner_.take("<=")) return Operator::less_equal;
    if (scanner_.take(">=")) return Operator::greater_equal;
    if (scanner_.take('<')) return Operator::less;
    if (scanner_.take('>')) return Operator::greater;
    return std::nullopt;
  }

  static ExpressionType result_of(const Filter& call) {
    for (const Declaration& declared : declarations()) {
      if (declared.function == call.function) return declared.result;
    }
    return ExpressionType::value;
  }

  // `[?@.a]` selects where `a` exists, even if it is false or null.
  const Filter* as_test(const Filter* operand, std::size_t begin) {
    if (operand->kind == Filter::Kind::query) {
      Filter filter{Filter::Kind::exists};
      filter.query = operand->query;
      return builder_.make(filter);
    }
    if (operand->kind == Filter::Kind::call && result_of(*operand) == ExpressionType::logical) return operand;
    builder_.fail("a value is no condition: compare it with something", begin);
  }

  // Whether a path has at most one match is decided by its form, not by the document: `@.a[0]` has, `@.*` has not.
  void require_value(const Filter* operand, std::size_t begin) const {
    if (operand->kind == Filter::Kind::literal) return;
    if (operand->kind == Filter::Kind::query && operand->query->is_singular()) return;
    if (operand->kind == Filter::Kind::call && result_of(*operand) == ExpressionType::value) return;
    builder_.fail("what may have several values, or is a condition, cannot be compared", begin);
  }

  // Names of functions and literals have lower case only, so `True` is an error here.
  const Filter* operand() {
    builder_.budget.step();
    const char c = scanner_.peek();
    if (c == '\'' || c == '"') return builder_.literal(Value::string(string()));
    if (c == '@' || c == '$') {
      scanner_.skip();
      return builder_.query(c == '@', segments());
    }
    if (c == '-' || is_ascii_digit(c)) return number();
    if (is_lower(c)) return word();
    builder_.fail_expecting("a value, a path or a function");
  }

  // Integers beyond 64 bits become doubles here, as in most implementations of JSON; comparisons are by value anyway.
  const Filter* number() {
    const std::size_t begin = scanner_.offset();
    scanner_.take('-');
    const std::string_view digits = scanner_.take_while(is_ascii_digit);
    bool is_valid = !digits.empty() && (digits.size() == 1 || digits[0] != '0');
    bool is_integer = true;
    if (scanner_.take('.')) {
      is_integer = false;
      is_valid = is_valid && !scanner_.take_while(is_ascii_digit).empty();
    }
    if (scanner_.take('e') || scanner_.take('E')) {
      is_integer = false;
      if (!scanner_.take('-')) scanner_.take('+');
      is_valid = is_valid && !scanner_.take_while(is_ascii_digit).empty();
    }
    const std::string_view text = scanner_.between(begin, scanner_.offset());
    if (!is_valid) builder_.fail("the number " + quote(text) + " is not written as JSON writes it", begin);
    if (is_integer) {
      if (const auto integer = parse_integer(text)) return builder_.literal(Value::integer(integer.value));
    }
    const ParsedNumber<double> real = parse_real(text);
    if (!real) builder_.fail("the number " + quote(text) + " is out of range", begin);
    return builder_.literal(Value::real(real.value));
  }

  const Filter* word() {
    const std::size_t begin = scanner_.offset();
    const std::string_view name =
        scanner_.take_while([](char c) { return is_lower(c) || is_ascii_digit(c) || c == '_'; });
    if (scanner_.take('(')) return call(name, begin);
    if (name == "true") return builder_.literal(Value::boolean(true));
    if (name == "false") return builder_.literal(Value::boolean(false));
    if (name == "null") return builder_.literal(Value::null());
    builder_.fail("the word " + quote(name) + " means nothing here", begin);
  }

  // The loop stops at a surplus argument, so `count(@.a, @.b)` is told as a wrong number of arguments, not as a comma.
  const Filter* call(std::string_view name, std::size_t begin) {
    const Declaration* declared = nullptr;
    for (const Declaration& one : declarations()) {
      if (one.name == name) declared = &one;
    }
    if (declared == nullptr) builder_.fail("there is no function " + quote(name), begin);
    const Depth depth = builder_.budget.enter();
    std::vector<const Filter*> arguments;
    skip_blanks();
    while (!scanner_.take(')')) {
      if (!arguments.empty()) {
        if (!scanner_.take(',')) builder_.fail_expecting("`,` or `)`");
        skip_blanks();
      }
      if (arguments.size() == declared->parameters.size()) break;
      arguments.push_back(argument(declared->parameters[arguments.size()]));
      skip_blanks();
    }
    if (arguments.size() != declared->parameters.size()) {
      builder_.fail(
          "the function " + quote(name) + " takes " + std::to_string(declared->parameters.size()) + " arguments",
          begin);
    }
    Filter filter{Filter::Kind::call};
    filter.function = declared->function;
    filter.parts = builder_.keep(arguments);
    return builder_.make(filter);
  }

  const Filter* argument(ExpressionType type) {
    const std::size_t begin = scanner_.offset();
    const Filter* given = operand();
    if (type == ExpressionType::value) {
      require_value(given, begin);
    } else if (given->kind != Filter::Kind::query) {
      builder_.fail("expected a path", begin);
    }
    return given;
  }

  JsonPathBuilder& builder_;
  Scanner& scanner_;
};

}  // namespace

void parse_rfc_9535(JsonPathBuilder& builder) {
  RfcParser(builder).parse();
}

}  // namespace evalground
