// The grammar of JSONPath as the Go library ojg reads it.
#include <limits>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "data/paths/json_path_parse.hpp"

namespace evalground {
namespace {

using namespace json_path;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_name_byte(char c) {
  return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("_#%:;?^{|}~").find(c) != std::string_view::npos;
}

struct InfixOperator {
  std::string_view text;
  Operator op;
};

// Longer ones first.
constexpr InfixOperator comparisons[] = {
    {"==", Operator::equal},         {"!=", Operator::unequal}, {"<=", Operator::less_equal},
    {">=", Operator::greater_equal}, {"=~", Operator::matches}, {"~=", Operator::matches},
    {"<", Operator::less},           {">", Operator::greater},  {"exists", Operator::exists},
    {"empty", Operator::empty},      {"has", Operator::exists}, {"in", Operator::in},
};
constexpr InfixOperator sums[] = {{"+", Operator::add}, {"-", Operator::subtract}};
constexpr InfixOperator products[] = {{"*", Operator::multiply}, {"/", Operator::divide}};

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
    // One `$` or `@` at the very end does not count.
    if (scanner_.rest().size() == 1 && (scanner_.peek() == '$' || scanner_.peek() == '@')) scanner_.skip();
    if (!scanner_.at_end()) builder_.fail_expecting("`.`, `[` or the end");
    builder_.set_query(builder_.query(false, all)->query);
  }

 private:
  void skip_spaces() {
    while (scanner_.take(' ')) {
    }
  }

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

  Selector dot_selector(bool in_filter) {
    if (scanner_.take('*')) return {Selector::Kind::wildcard};
    const std::size_t begin = scanner_.offset();
    const bool hyphens = builder_.rules().hyphens_in_names && !in_filter;
    while (!scanner_.at_end() && is_name_byte(scanner_.peek())) {
      scanner_.skip();
      // A hyphen within a name; elsewhere, and in filters, it is what the library takes it for.
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
      Selector selector{Selector::Kind::filter};
      selector.filter = as_condition(logical());
      selectors.push_back(selector);
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

  Selector slice(std::optional<std::int64_t> start) {
    scanner_.skip();
    Selector selector{Selector::Kind::slice};
    selector.has_start = start.has_value();
    selector.start = start.value_or(0);
    const bool has_space = scanner_.peek() == ' ';
    skip_spaces();
    const std::optional<std::int64_t> end = integer();
    if (has_space && !end) builder_.fail_expecting("an index");
    selector.has_end = end.has_value();
    selector.end = end.value_or(0);
    if (scanner_.take(':')) selector.step = integer().value_or(1);
    return selector;
  }

  std::optional<std::int64_t> integer() {
    const std::size_t begin = scanner_.offset();
    const bool is_negative = scanner_.take('-');
    const std::string_view digits = scanner_.take_while(is_digit);
    if (digits.empty()) {
      if (is_negative) builder_.fail_expecting("a digit");
      return std::nullopt;
    }
    const ParsedNumber<std::int64_t> number = parse_digits(digits, 10, is_negative);
    if (!number) builder_.fail("the integer " + quote(digits) + " is out of range", begin);
    return number.value;
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

  void escape(std::string& text) {
    constexpr std::string_view letters = "btnfr\"'\\";
    constexpr std::string_view meanings = "\b\t\n\f\r\"'\\";
    const std::size_t begin = scanner_.offset();
    scanner_.skip();
    const char c = scanner_.peek();
    scanner_.skip();
    if (c == 'x' || c == 'u') {
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

  // A path alone asks whether it matches anything.
  const Filter* as_condition(const Filter* filter) {
    if (filter->kind != Filter::Kind::query) return filter;
    Filter exists{Filter::Kind::exists};
    exists.query = filter->query;
    return builder_.make(exists);
  }

  // `&&` and `||`: of one precedence and grouped from the left, or `&&` first.
  const Filter* logical() {
    const Depth depth = builder_.budget.enter();
    const Filter* left = comparison();
    bool after_or = false;
    while (true) {
      skip_spaces();
      if (scanner_.take("||")) {
        skip_spaces();
        const Filter* right = comparison();
        while (builder_.rules().and_before_or && (skip_spaces(), scanner_.take("&&"))) {
          builder_.note_precedence();
          skip_spaces();
          right = builder_.make(Filter::Kind::conjunction, {right, comparison()});
        }
        left = builder_.make(Filter::Kind::disjunction, {left, right});
        after_or = true;
      } else if (scanner_.take("&&")) {
        if (after_or) builder_.note_precedence();
        skip_spaces();
        left = builder_.make(Filter::Kind::conjunction, {left, comparison()});
      } else {
        return left;
      }
    }
  }

  template <std::size_t size>
  std::optional<Operator> take_operator(const InfixOperator (&operators)[size]) {
    for (const InfixOperator& each : operators) {
      if (!scanner_.sees(each.text)) continue;
      const char next = scanner_.peek(each.text.size());
      if (is_letter(each.text[0]) && (is_letter(next) || is_digit(next))) continue;
      scanner_.skip(each.text.size());
      return each.op;
    }
    return std::nullopt;
  }

  const Filter* comparison() {
    return binary(comparisons, Filter::Kind::comparison, [this] {
      return binary(sums, Filter::Kind::arithmetic,
                    [this] { return binary(products, Filter::Kind::arithmetic, [this] { return operand(); }); });
    });
  }

  template <std::size_t size, class Next>
  const Filter* binary(const InfixOperator (&operators)[size], Filter::Kind kind, const Next& next) {
    const Filter* left = next();
    while (true) {
      builder_.budget.step();
      const std::size_t before_spaces = scanner_.offset();
      skip_spaces();
      const std::optional<Operator> op = take_operator(operators);
      if (!op) {
        scanner_.rewind(before_spaces);
        return left;
      }
      skip_spaces();
      left = builder_.make(kind, {left, next()}, *op);
    }
  }

  const Filter* operand() {
    const Depth depth = builder_.budget.enter();
    const char c = scanner_.peek();
    if (scanner_.take('!')) {
      skip_spaces();
      return builder_.make(Filter::Kind::negation, {as_condition(operand())});
    }
    if (scanner_.take('(')) {
      skip_spaces();
      const Filter* inner = logical();
      skip_spaces();
      if (!scanner_.take(')')) builder_.fail_expecting("an operator or `)`");
      return inner;
    }
    if (scanner_.take('@') || scanner_.take('$')) return builder_.query(c == '@', segments(true));
    if (c == '\'' || c == '"') return builder_.literal(Value::string(string()));
    if (c == '/') return regex();
    if (c == '[') return list();
    if (c == '-' || is_digit(c)) return number();
    if (is_letter(c)) return word();
    builder_.fail_expecting("a value, a path or a function");
  }

  const Filter* regex() {
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
    return builder_.literal(Value::string(pattern));
  }

  const Filter* list() {
    scanner_.skip();
    std::vector<const Filter*> items;
    skip_spaces();
    while (!scanner_.take(']')) {
      if (!items.empty()) {
        if (!scanner_.take(',')) builder_.fail_expecting("`,` or `]`");
        skip_spaces();
      }
      items.push_back(operand());
      skip_spaces();
    }
    return builder_.make(Filter::Kind::list, items);
  }

  const Filter* number() {
    const std::size_t begin = scanner_.offset();
    scanner_.take('-');
    scanner_.take_while(is_digit);
    bool is_integer = true;
    if (scanner_.peek() == '.' && is_digit(scanner_.peek(1))) {
      is_integer = false;
      scanner_.skip();
      scanner_.take_while(is_digit);
    }
    if (scanner_.peek() == 'e' || scanner_.peek() == 'E') {
      is_integer = false;
      scanner_.skip();
      if (!scanner_.take('-')) scanner_.take('+');
      scanner_.take_while(is_digit);
    }
    const std::string_view text = scanner_.between(begin, scanner_.offset());
    if (is_integer) {
      if (const auto integer = parse_loose_integer(text)) return builder_.literal(Value::integer(integer.value));
    }
    const ParsedNumber<double> real = parse_real(text);
    if (!real) builder_.fail(quote(text) + " is no number", begin);
    return builder_.literal(Value::real(real.value));
  }

  const Filter* word() {
    const std::size_t begin = scanner_.offset();
    const std::string_view name = scanner_.take_while([](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
    if (name == "true") return builder_.literal(Value::boolean(true));
    if (name == "false") return builder_.literal(Value::boolean(false));
    if (name == "null") return builder_.literal(Value::null());
    if (name == "Nothing") return builder_.literal(Value());
    for (const NamedFunction& function : path_functions) {
      if (function.name == name && scanner_.take('(')) return call(function, begin);
    }
    builder_.fail("the word " + quote(name) + " means nothing here", begin);
  }

  const Filter* call(const NamedFunction& function, std::size_t begin) {
    std::vector<const Filter*> arguments;
    skip_spaces();
    while (!scanner_.take(')')) {
      if (!arguments.empty()) {
        if (!scanner_.take(',')) builder_.fail_expecting("`,` or `)`");
        skip_spaces();
      }
      arguments.push_back(operand());
      skip_spaces();
    }
    if (arguments.size() != function.arguments) {
      builder_.fail("the function " + quote(function.name) + " takes " + std::to_string(function.arguments) +
                        (function.arguments == 1 ? " argument" : " arguments"),
                    begin);
    }
    if (function.function == PathFunction::count && arguments.front()->kind != Filter::Kind::query) {
      builder_.fail("the function \"count\" takes a path", begin);
    }
    Filter filter{Filter::Kind::call};
    filter.function = function.function;
    filter.parts = builder_.keep(arguments);
    return builder_.make(filter);
  }

  JsonPathBuilder& builder_;
  Scanner& scanner_;
};

}  // namespace

void parse_ojg(JsonPathBuilder& builder) {
  OjgParser(builder).parse();
}

}  // namespace evalground
