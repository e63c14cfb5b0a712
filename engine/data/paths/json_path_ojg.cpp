// The grammar of JSONPath in the Go library ojg, which the Δ-controller uses.
//
// It is more lenient than RFC 9535, and this parser follows it where it is odd: a `!` negates the whole rest of its
// parentheses, and `||` and `&&` bind from left to right as the library parses them. Where that contradicts its
// documentation, the builder is told (note_precedence, note_negation), and JsonPathRules selects the meaning.
//
// sequence() is an operator-precedence parser: it keeps operands and operators on stacks, and joins the last two
// operands while the operator between them binds at least as tightly as the next one.
#include <optional>
#include <utility>

#include "base/regex/regex.hpp"
#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "data/paths/json_path_parse.hpp"

namespace evalground {
namespace {

using namespace json_path;

// Names without quotes may have far more characters than in RFC 9535: `$.a:b|c` has one name.
bool is_name_byte(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_#%:;?^{|}~").find(c) != std::string_view::npos;
}

// How tightly operators bind, the tightest first.
// The order is that of comparisons in join(): an operator on the stack with a level of at most the next one's is
// joined.
enum Level : int { level_negation, level_product, level_sum, level_comparison, level_and, level_or };

struct InfixOperator {
  std::string_view text;
  Filter::Kind kind;
  Operator op;
  Level level;
};

constexpr InfixOperator infix_operators[] = {
    {"==", Filter::Kind::comparison, Operator::equal, level_comparison},
    {"!=", Filter::Kind::comparison, Operator::unequal, level_comparison},
    {"<=", Filter::Kind::comparison, Operator::less_equal, level_comparison},
    {">=", Filter::Kind::comparison, Operator::greater_equal, level_comparison},
    {"=~", Filter::Kind::comparison, Operator::matches, level_comparison},
    {"~=", Filter::Kind::comparison, Operator::matches, level_comparison},
    {"<", Filter::Kind::comparison, Operator::less, level_comparison},
    {">", Filter::Kind::comparison, Operator::greater, level_comparison},
    {"exists", Filter::Kind::comparison, Operator::exists, level_comparison},
    {"empty", Filter::Kind::comparison, Operator::empty, level_comparison},
    {"has", Filter::Kind::comparison, Operator::exists, level_comparison},
    {"in", Filter::Kind::comparison, Operator::in, level_comparison},
    {"+", Filter::Kind::arithmetic, Operator::add, level_sum},
    {"-", Filter::Kind::arithmetic, Operator::subtract, level_sum},
    {"*", Filter::Kind::arithmetic, Operator::multiply, level_product},
    {"/", Filter::Kind::arithmetic, Operator::divide, level_product},
    {"&&", Filter::Kind::conjunction, Operator::equal, level_and},
    {"||", Filter::Kind::disjunction, Operator::equal, level_or},
};

// The library also accepts a `!` between two operands: it negates the first and ignores the second.
constexpr InfixOperator negation_between = {"!", Filter::Kind::negation, Operator::equal, level_negation};

bool is_operator_byte(char c) {
  return c != '\0' && std::string_view("!&*+-/<=>|~").find(c) != std::string_view::npos;
}

struct NamedFunction {
  std::string_view name;
  PathFunction function;
  std::size_t arguments;
};

constexpr NamedFunction path_functions[] = {{"length", PathFunction::length, 1},
                                            {"count", PathFunction::count, 1},
                                            {"match", PathFunction::match, 2},
                                            {"search", PathFunction::search, 2}};

class OjgParser {
 public:
  explicit OjgParser(JsonPathBuilder& builder) : builder_(builder), scanner_(builder.scanner) {}

  void parse() {
    if (!scanner_.take('$')) builder_.fail_expecting("`$`");
    const std::vector<Segment> all = segments(false);
    // A single `$` or `@` at the very end is ignored.
    if (scanner_.rest().size() == 1 && (scanner_.peek() == '$' || scanner_.peek() == '@')) scanner_.skip();
    if (!scanner_.at_end()) builder_.fail_expecting("`.`, `[` or the end");
    builder_.set_query(builder_.query(false, all)->query);
  }

 private:
  void skip_spaces() {
    while (scanner_.take(' ')) {
    }
  }

  // Stops at the first character that begins no segment, and leaves it to the caller: in a filter that is usually an
  // operator. `..` without a selector ends the path, because nothing after it could be told apart from its selector.
  std::vector<Segment> segments(bool in_filter) {
    std::vector<Segment> all;
    while (true) {
      builder_.budget.step();
      const auto begin = static_cast<std::uint32_t>(scanner_.offset());
      std::vector<Selector> selectors;
      bool descends = false;
      if (scanner_.take("..")) {
        descends = true;
        const bool has_dot = scanner_.take('.');  // `$...x` is `$..x`
        if (scanner_.peek() == '[' && !has_dot) {
          selectors = bracket();
        } else if (has_dot || scanner_.peek() == '*' || is_name_byte(scanner_.peek())) {
          selectors.push_back(dot_selector(in_filter));
        }
      } else if (scanner_.take('.')) {
        selectors.push_back(dot_selector(in_filter));
      } else if (scanner_.peek() == '[') {
        selectors = bracket();
      } else if (scanner_.take('*')) {  // `$.x*` is `$.x.*`
        selectors.push_back({Selector::Kind::wildcard});
      } else {
        return all;
      }
      all.push_back({descends, builder_.keep(selectors), begin, static_cast<std::uint32_t>(scanner_.offset())});
      if (selectors.empty()) return all;
    }
  }

  // In a filter a hyphen is a minus, `@.a-1`. Outside of one, the option decides whether `$.my-name` is one name, and
  // the path notes that the result depends on the option.
  Selector dot_selector(bool in_filter) {
    if (scanner_.take('*')) return {Selector::Kind::wildcard};
    const std::size_t begin = scanner_.offset();
    const bool hyphens = builder_.rules().hyphens_in_names && !in_filter;
    while (!scanner_.at_end() && is_name_byte(scanner_.peek())) {
      scanner_.skip();
      // A hyphen within a name. Elsewhere, and in filters, it means what it means to the library.
      while (hyphens && scanner_.peek() == '-') {
        builder_.note_hyphen();
        scanner_.skip();
      }
    }
    if (scanner_.offset() == begin) builder_.fail_expecting("a name or `*`");
    Selector selector{Selector::Kind::name};
    selector.name = builder_.keep(scanner_.between(begin, scanner_.offset()));
    return selector;
  }

  // Only the first selector may be a wildcard, a filter or a slice; after a comma, names and indexes follow.
  std::vector<Selector> bracket() {
    scanner_.skip();
    const Depth depth = builder_.budget.enter();
    skip_spaces();
    std::vector<Selector> selectors;
    if (scanner_.take('*')) {
      selectors.push_back({Selector::Kind::wildcard});
      skip_spaces();
    } else if (scanner_.take('?')) {
      skip_spaces();
      selectors.push_back(filter());
      skip_spaces();
    } else {
      selectors.push_back(name_index_or_slice());
      if (selectors.front().kind == Selector::Kind::slice) {  // no space before the `]`
        if (!scanner_.take(']')) builder_.fail_expecting("`]`");
        return selectors;
      }
      skip_spaces();
      while (scanner_.take(',')) {
        builder_.budget.step();
        skip_spaces();
        selectors.push_back(name_or_index());
        skip_spaces();
      }
    }
    if (!scanner_.take(']')) builder_.fail_expecting("`]`");
    return selectors;
  }

  Selector name_or_index() {
    const char c = scanner_.peek();
    if (c == '\'' || c == '"') {
      Selector selector{Selector::Kind::name};
      selector.name = builder_.keep(string());
      return selector;
    }
    const std::optional<std::int64_t> index = integer();
    if (!index) builder_.fail_expecting("a name in quotes or an index");
    Selector selector{Selector::Kind::index};
    selector.start = *index;
    return selector;
  }

  // The start of a slice looks like an index until its colon: `[1]` and `[1:]`. Spaces may stand before the colon, but
  // when none follows, they are given back, as the caller skips them itself.
  Selector name_index_or_slice() {
    if (scanner_.peek() != ':') {
      const Selector first = name_or_index();
      if (first.kind == Selector::Kind::name) return first;
      const std::size_t after = scanner_.offset();
      skip_spaces();
      if (scanner_.peek() != ':') {
        scanner_.rewind(after);
        return first;
      }
      return slice(first.start);
    }
    return slice(std::nullopt);
  }

  // The cursor is at the first colon. A step of 0 is accepted, and selects nothing.
  Selector slice(std::optional<std::int64_t> start) {
    scanner_.skip();
    Selector selector{Selector::Kind::slice};
    selector.has_start = start.has_value();
    selector.start = start.value_or(0);
    const bool has_space = scanner_.peek() == ' ';
    skip_spaces();
    const std::optional<std::int64_t> end = integer();
    if (has_space && !end && scanner_.peek() != ':') builder_.fail_expecting("an index");
    selector.has_end = end.has_value();
    selector.end = end.value_or(0);
    if (scanner_.take(':')) selector.step = integer().value_or(1);
    return selector;
  }

  std::optional<std::int64_t> integer() {
    const bool is_negative = scanner_.take('-');
    const std::string_view digits = scanner_.take_while(is_ascii_digit);
    if (digits.empty()) {
      if (is_negative) builder_.fail_expecting("a digit");
      return std::nullopt;
    }
    // A number that is too long wraps around, as in Go.
    std::uint64_t number = 0;
    for (const char c : digits) number = number * 10 + static_cast<std::uint64_t>(c - '0');
    return static_cast<std::int64_t>(is_negative ? 0 - number : number);
  }

  std::string string() {
    const char mark = scanner_.peek();
    scanner_.skip();
    std::string text;
    while (!scanner_.take(mark)) {
      if (scanner_.at_end()) builder_.fail("a text in quotes is not closed");
      if (scanner_.peek() == '\\') {
        escape(text);
      } else {
        text += scanner_.peek();
        scanner_.skip();
      }
    }
    return text;
  }

  // `\x41` is a code point, not a byte. `\U` takes four digits like `\u`, and surrogates are not joined.
  void escape(std::string& text) {
    constexpr std::string_view letters = "btnfr\"'\\";
    constexpr std::string_view meanings = "\b\t\n\f\r\"'\\";
    const std::size_t begin = scanner_.offset();
    scanner_.skip();
    const char c = scanner_.peek();
    scanner_.skip();
    if (c == 'x' || c == 'u' || c == 'U') {
      const std::size_t count = c == 'x' ? 2 : 4;
      const std::string_view digits = scanner_.rest().substr(0, count);
      const ParsedNumber<std::int64_t> number = parse_digits(digits, 16, false);
      if (digits.size() != count || !number) builder_.fail("the escape lacks hexadecimal digits", begin);
      scanner_.skip(count);
      append_code_point(text, static_cast<char32_t>(number.value));
    } else if (const std::size_t at = letters.find(c); c != '\0' && at != std::string_view::npos) {
      text += meanings[at];
    } else {
      builder_.fail("there is no such escape", begin);
    }
  }

  // `is_plural_` is collected while the operands are read, so it is put aside for the filter around this one.
  Selector filter() {
    Selector selector{Selector::Kind::filter};
    const bool outer = std::exchange(is_plural_, false);
    const Filter* whole = sequence();
    while (whole->kind == Filter::Kind::group) whole = whole->parts[0];  // `[?(…)]` is `[?…]`
    selector.filter = as_condition(whole);
    selector.is_plural = is_plural_;
    is_plural_ = outer;
    return selector;
  }

  // In place of a condition, a path tests whether it matches anything: alone, and beside `&&`, `||` and `!`.
  const Filter* as_condition(const Filter* filter) {
    if (filter->kind != Filter::Kind::query) return filter;
    Filter exists{Filter::Kind::exists};
    exists.query = filter->query;
    return builder_.make(exists);
  }

  // The library treats `||` like `&&`. With and_before_or, the conventional precedence of the documentation is used.
  Level level_of(const InfixOperator& op) const {
    return op.level == level_or && !builder_.rules().and_before_or ? level_and : op.level;
  }

  // Operands with operators between them, up to `)`, `]` or a comma.
  const Filter* sequence() {
    const Depth depth = builder_.budget.enter();
    std::vector<const Filter*> operands{operand()};
    std::vector<const InfixOperator*> operators;
    bool has_or = false;
    // Joins the last two operands by every operator that binds at least as tightly as the next one.
    const auto join = [&](int level) {
      while (!operators.empty() && level_of(*operators.back()) <= level) {
        const InfixOperator& op = *operators.back();
        operators.pop_back();
        const Filter* right = operands.back();
        operands.pop_back();
        const bool is_logical = op.level >= level_and;
        if (op.level == level_negation) {
          operands.back() = builder_.make(op.kind, {as_condition(operands.back())});
          continue;
        }
        operands.back() = is_logical ? builder_.make(op.kind, {as_condition(operands.back()), as_condition(right)})
                                     : builder_.make(op.kind, {operands.back(), right}, op.op);
      }
    };
    while (true) {
      builder_.budget.step();
      skip_spaces();
      const char c = scanner_.peek();
      if (scanner_.at_end() || c == ',' || c == ')' || c == ']') break;
      const InfixOperator& op = infix();
      has_or = has_or || op.level == level_or;
      if (has_or && op.level == level_and) builder_.note_precedence();
      join(level_of(op));
      operators.push_back(&op);
      skip_spaces();
      operands.push_back(operand());
    }
    join(level_or);
    return operands.back();
  }

  // An operator takes all operator characters: `==-1` is not a known operator.
  // Words need no space after them: `@.a in[1]` is complete, and `@.a inx` fails at the x.
  const InfixOperator& infix() {
    const std::size_t begin = scanner_.offset();
    if (is_operator_byte(scanner_.peek())) {
      const std::string_view text = scanner_.take_while(is_operator_byte);
      for (const InfixOperator& each : infix_operators) {
        if (each.text == text) return each;
      }
      if (text == "!" && !builder_.rules().narrow_negation) return negation_between;
      builder_.fail(quote(text) + " is no operator", begin);
    }
    for (const InfixOperator& each : infix_operators) {
      if (is_ascii_letter(each.text[0]) && scanner_.take(each.text)) return each;
    }
    builder_.fail_expecting("an operator or `)`");
  }

  const Filter* operand() {
    const Depth depth = builder_.budget.enter();
    const char c = scanner_.peek();
    if (scanner_.take('!')) return negation();
    if (scanner_.take('(')) {
      skip_spaces();
      const Filter* inner = sequence();
      if (!scanner_.take(')')) builder_.fail_expecting("an operator or `)`");
      // An operand without an operator stands for its value: `(@.a) && …` tests whether `a` is true.
      return inner->kind == Filter::Kind::query ? builder_.make(Filter::Kind::group, {inner}) : inner;
    }
    if (scanner_.take('@') || scanner_.take('$')) {
      const Filter* path = builder_.query(c == '@', segments(true));
      if (!path->query->is_singular()) is_plural_ = true;
      if (scanner_.peek() == '$' || scanner_.peek() == '@') scanner_.skip();  // a further one is ignored
      return path;
    }
    if (c == '\'' || c == '"') return builder_.literal(Value::string(string()));
    if (c == '/') return regex();
    if (c == '[') return list();
    if (c == '-' || is_ascii_digit(c)) return number();
    if (is_ascii_letter(c)) return word();
    builder_.fail_expecting("a value, a path or a function");
  }

  // `!` negates everything that follows, up to the end of the parentheses, and a path in parentheses by its value. With
  // the rules of its documentation, it negates only the next operand.
  const Filter* negation() {
    skip_spaces();
    if (!builder_.rules().narrow_negation) {
      return builder_.make(Filter::Kind::negation, {as_condition(sequence())});
    }
    const Filter* operand = this->operand();
    skip_spaces();
    const char next = scanner_.peek();
    const bool is_last = scanner_.at_end() || next == ',' || next == ')' || next == ']';
    if (!is_last || operand->kind == Filter::Kind::group) builder_.note_negation();
    while (operand->kind == Filter::Kind::group) operand = operand->parts[0];
    return builder_.make(Filter::Kind::negation, {as_condition(operand)});
  }

  // The pattern is compiled now, so a mistake is an error of the path. It is kept as bytes, a kind of value that no
  // text of a document equals.
  const Filter* regex() {
    const std::size_t begin = scanner_.offset();
    scanner_.skip();
    std::string pattern;
    while (!scanner_.take('/')) {
      if (scanner_.at_end()) builder_.fail("a regular expression is not closed");
      if (scanner_.sees("\\/"))
        scanner_.skip();
      else if (scanner_.peek() == '\\') {
        pattern += scanner_.peek();
        scanner_.skip();
        if (scanner_.at_end()) continue;
      }
      pattern += scanner_.peek();
      scanner_.skip();
    }
    const CompiledRegex compiled = Regex::compile(RegexSyntax::re2, pattern);
    if (!compiled) builder_.fail("the regular expression cannot be read: " + compiled.error.message, begin);
    Filter filter{Filter::Kind::regex};
    filter.literal = builder_.literal(Value::bytes(pattern))->literal;
    return builder_.make(filter);
  }

  // A list has at least one item.
  const Filter* list() {
    std::vector<const Filter*> items;
    do {
      scanner_.skip();
      skip_spaces();
      items.push_back(sequence());
      skip_spaces();
    } while (scanner_.peek() == ',');
    if (!scanner_.take(']')) builder_.fail_expecting("`,` or `]`");
    return builder_.make(Filter::Kind::list, items);
  }

  const Filter* number() {
    const std::size_t begin = scanner_.offset();
    scanner_.take('-');
    scanner_.take_while(is_ascii_digit);
    bool is_integer = true;
    if (scanner_.take('.')) {
      is_integer = false;
      scanner_.take_while(is_ascii_digit);
    }
    if (scanner_.peek() == 'e' || scanner_.peek() == 'E') {
      is_integer = false;
      scanner_.skip();
      if (!scanner_.take('-')) scanner_.take('+');
      scanner_.take_while(is_ascii_digit);
    }
    const std::string_view text = scanner_.between(begin, scanner_.offset());
    if (is_integer) {
      const auto integer = parse_loose_integer(text);
      if (!integer) builder_.fail("the integer " + quote(text) + " is out of range", begin);
      return builder_.literal(Value::integer(integer.value));
    }
    // `1.` is a number. An incomplete number, `1e`, is 0.
    const ParsedNumber<double> real = parse_real(text.ends_with('.') ? text.substr(0, text.size() - 1) : text);
    return builder_.literal(Value::real(real ? real.value : 0));
  }

  // `Nothing` is the library's word for a missing value.
  const Filter* word() {
    const std::size_t begin = scanner_.offset();
    const std::string_view name =
        scanner_.take_while([](char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; });
    if (name == "true") return builder_.literal(Value::boolean(true));
    if (name == "false") return builder_.literal(Value::boolean(false));
    if (name == "null") return builder_.literal(Value::null());
    if (name == "Nothing") return builder_.literal(Value());
    for (const NamedFunction& function : path_functions) {
      if (function.name == name && scanner_.take('(')) return call(function);
    }
    builder_.fail("the word " + quote(name) + " means nothing here", begin);
  }

  // One or two arguments. Missing arguments are null, surplus ones are ignored.
  const Filter* call(const NamedFunction& function) {
    std::vector<const Filter*> arguments;
    const bool outer = is_plural_;
    do {
      skip_spaces();
      if (arguments.size() == 2) builder_.fail_expecting("`)`");
      arguments.push_back(sequence());
      skip_spaces();
    } while (scanner_.take(','));
    if (!scanner_.take(')')) builder_.fail_expecting("`,` or `)`");
    if (function.function == PathFunction::count) is_plural_ = outer;  // it uses all matches at once
    while (arguments.size() < function.arguments) arguments.push_back(builder_.literal(Value::null()));
    Filter filter{Filter::Kind::call};
    filter.function = function.function;
    filter.parts = builder_.keep(arguments);
    return builder_.make(filter);
  }

  JsonPathBuilder& builder_;
  Scanner& scanner_;
  bool is_plural_ = false;  // the current filter contains a path that may have several matches
};

}  // namespace

void parse_ojg(JsonPathBuilder& builder) {
  OjgParser(builder).parse();
}

}  // namespace evalground
