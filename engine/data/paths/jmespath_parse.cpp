// A lexer and a Pratt parser with the binding powers of the reference implementation.
//
// start() parses a prefix, and go_on() extends it while the next token binds more strongly than the caller's operator.
// The powers also decide where a projection ends: everything that binds at least as strongly as projection_stop applies
// to each item, anything weaker to the projected list.
//
//   a[*].b.c | [0]     the projection takes `.b.c` to each item; the pipe ends it, so [0] is the first of the results
#include "data/paths/jmespath_parse.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "source/diagnostic.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

using NodeKind = JmesPathNode::Kind;

enum class TokenType : std::uint8_t {
  end,
  name,
  quoted_name,
  literal,
  number,
  right_bracket,
  right_parenthesis,
  right_brace,
  comma,
  colon,
  current,
  reference,
  pipe,
  either,
  both,
  comparison,
  flatten,  // "[]"
  star,
  filter,  // "[?"
  dot,
  negation,
  left_brace,
  left_bracket,
  left_parenthesis
};

// How strongly a token binds to the expression on its left, in the order of TokenType.
// Tokens with 0 end every expression: they only begin one, or close a bracket. A pipe binds least of all operators, and
// an opening parenthesis most, because it calls the name before it.
constexpr std::array<int, 24> binding_powers = {0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  0,  0,
                                                1, 2, 3, 5, 9, 20, 21, 40, 45, 50, 55, 60};
int power_of(TokenType type) {
  return binding_powers[static_cast<std::size_t>(type)];
}
// An operator that binds less ends a projection.
constexpr int projection_stop = 10;

struct Token {
  TokenType type;
  std::uint32_t offset;
  std::string text;  // of names, numbers and operators
  Value value;       // of literals
};

struct Symbol {
  std::string_view text;
  TokenType type;
};
// Longer ones first.
constexpr std::array<Symbol, 24> symbols = {{
    {"[]", TokenType::flatten},
    {"[?", TokenType::filter},
    {"||", TokenType::either},
    {"&&", TokenType::both},
    {"==", TokenType::comparison},
    {"!=", TokenType::comparison},
    {"<=", TokenType::comparison},
    {">=", TokenType::comparison},
    {"<", TokenType::comparison},
    {">", TokenType::comparison},
    {".", TokenType::dot},
    {"*", TokenType::star},
    {"[", TokenType::left_bracket},
    {"]", TokenType::right_bracket},
    {"{", TokenType::left_brace},
    {"}", TokenType::right_brace},
    {"(", TokenType::left_parenthesis},
    {")", TokenType::right_parenthesis},
    {",", TokenType::comma},
    {":", TokenType::colon},
    {"@", TokenType::current},
    {"&", TokenType::reference},
    {"|", TokenType::pipe},
    {"!", TokenType::negation},
}};

[[noreturn]] void fail(std::size_t offset, std::string_view expression, const std::string& what) {
  throw Error("jmespath-syntax", what + " at column " + std::to_string(code_points_before(expression, offset) + 1) +
                                     " of the expression " + quote(expression) + ".");
}

class Lexer {
 public:
  Lexer(std::string_view expression, Budget& budget) : expression_(expression), scanner_(expression), budget_(budget) {}

  std::vector<Token> tokens() {
    std::vector<Token> all;
    while (true) {
      budget_.step();
      scanner_.skip_whitespace(" \t\r\n");
      const auto offset = static_cast<std::uint32_t>(scanner_.offset());
      if (scanner_.at_end()) {
        all.push_back({TokenType::end, offset, {}, {}});
        return all;
      }
      all.push_back(next(offset));
    }
  }

 private:
  // Three kinds of quotes: "a b" is the name of a field, 'raw' a text without escapes (but for \'), `[1]` a JSON
  // literal. A minus exists only in numbers, as JMESPath has no arithmetic.
  Token next(std::uint32_t offset) {
    const auto is_name_start = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const char first = scanner_.peek();
    if (is_name_start(first)) {
      const std::string_view name = scanner_.take_while([&](char c) { return is_name_start(c) || is_digit(c); });
      return {TokenType::name, offset, std::string(name), {}};
    }
    if (is_digit(first) || (first == '-' && is_digit(scanner_.peek(1)))) {
      scanner_.skip();
      scanner_.take_while(is_digit);
      return {TokenType::number, offset, std::string(scanner_.between(offset, scanner_.offset())), {}};
    }
    if (first == '"') {
      const Value name = read_json(offset, take_quoted('"'));
      return {TokenType::quoted_name, offset, std::string(name.as_string()), {}};
    }
    if (first == '\'') {
      const std::string_view quoted = take_quoted('\'');
      return {
          TokenType::literal, offset, {}, Value::string(replace_all(quoted.substr(1, quoted.size() - 2), "\\'", "'"))};
    }
    if (first == '`') return {TokenType::literal, offset, {}, read_literal(offset)};
    for (const Symbol& symbol : symbols) {
      if (scanner_.take(symbol.text)) return {symbol.type, offset, std::string(symbol.text), {}};
    }
    const CodePoint character = scanner_.peek_code_point();
    fail(offset, expression_, "The character " + quote(scanner_.rest().substr(0, character.size)) + " means nothing");
  }

  // Takes text up to the next quote without a backslash, including both quotes.
  std::string_view take_quoted(char quote_mark) {
    const std::size_t start = scanner_.offset();
    scanner_.skip();
    while (!scanner_.take(quote_mark)) {
      if (scanner_.at_end()) fail(start, expression_, std::string("The closing ") + quote_mark + " is missing");
      scanner_.skip(scanner_.peek() == '\\' ? 2 : 1);
    }
    return scanner_.between(start, scanner_.offset());
  }

  Value read_json(std::size_t offset, std::string_view text) {
    try {
      return parse_json(text, budget_);
    } catch (const Error& error) {
      fail(offset, expression_, "The text " + quote(text) + " is no JSON (" + error.diagnostic.message + ")");
    }
  }

  // Literals of JMESPath's first versions needed no quotes: `foo` is "foo".
  // `{"a": 1}`. Invalid JSON is read as text without quotes, as in the reference.
  Value read_literal(std::size_t offset) {
    std::string_view quoted = take_quoted('`');
    quoted.remove_prefix(1);
    quoted.remove_suffix(1);
    const std::string text = replace_all(trim_start(quoted), "\\`", "`");
    try {
      return parse_json(text, budget_);
    } catch (const Error&) {
      return read_json(offset, "\"" + text + "\"");
    }
  }

  std::string_view expression_;
  Scanner scanner_;
  Budget& budget_;
};

class Parser {
 public:
  Parser(std::string_view expression, Budget& budget)
      : expression_(expression), budget_(budget), tokens_(Lexer(expression, budget).tokens()) {}

  JmesPathTree parse() {
    JmesPathTree tree = expression(0);
    if (type() != TokenType::end) fail_here("The expression goes on");
    return tree;
  }

 private:
  TokenType type(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)].type; }

  Token take() {
    Token token = tokens_[at_];
    if (token.type != TokenType::end) ++at_;
    return token;
  }

  void expect(TokenType wanted, std::string_view text) {
    if (type() != wanted) fail_here("Expected " + quote(text));
    take();
  }

  [[noreturn]] void fail_here(const std::string& what) const {
    const bool is_end = tokens_[at_].type == TokenType::end;
    fail(tokens_[at_].offset, expression_, is_end ? "The expression ends too early" : what);
  }

  JmesPathTree node(NodeKind kind, JmesPathTree first = {}, JmesPathTree second = {}, JmesPathTree third = {}) const {
    auto made = std::make_unique<JmesPathNode>();
    made->kind = kind;
    made->offset = tokens_[at_].offset;
    for (JmesPathTree* child : {&first, &second, &third}) {
      if (*child) adopt(*made, std::move(*child));
    }
    return made;
  }
  // Trees are freed recursively, so their height is bounded.
  // The depth of the budget is not enough: `a.b.c` and so on is parsed in a loop, and still makes a tree as high as the
  // expression is long.
  void adopt(JmesPathNode& parent, JmesPathTree child) const {
    const std::uint32_t most = budget_.limits().depth;
    parent.height = std::max(parent.height, child->height + 1);
    if (parent.height > most) throw LimitError(Limit::depth, most);
    parent.children.push_back(std::move(child));
  }
  JmesPathTree text_node(NodeKind kind, std::string text, JmesPathTree first = {}, JmesPathTree second = {}) const {
    JmesPathTree made = node(kind, std::move(first), std::move(second));
    made->text = std::move(text);
    return made;
  }
  JmesPathTree current() const { return node(NodeKind::current); }

  // The heart of a Pratt parser. `a.b == c` with a power of 0: start() gives `a`, go_on() `a.b`, then the comparison,
  // which parses its right side with its own power and thus leaves a following `||` to this loop.
  JmesPathTree expression(int power) {
    const Depth depth = budget_.enter();
    JmesPathTree left = start();
    while (power < power_of(type())) left = go_on(std::move(left));
    return left;
  }

  // The beginning of an expression: a value, a prefix operator or an opening bracket.
  // `*`, `[?…]`, `[]` and `[0]` at the start apply to the current value, as if `@` stood before them. Anything else in
  // brackets is a list of expressions, `[a, b]`.
  JmesPathTree start() {
    const Token token = tokens_[at_];
    switch (token.type) {
      case TokenType::literal: {
        take();
        JmesPathTree literal = node(NodeKind::literal);
        literal->value = token.value;
        return literal;
      }
      case TokenType::name: take(); return text_node(NodeKind::field, token.text);
      case TokenType::quoted_name:
        take();
        if (type() == TokenType::left_parenthesis) fail_here("A quoted name is no function");
        return text_node(NodeKind::field, token.text);
      case TokenType::star: {
        take();
        JmesPathTree right = type() == TokenType::right_bracket ? current() : projected(power_of(TokenType::star));
        return node(NodeKind::value_projection, current(), std::move(right));
      }
      case TokenType::filter:
      case TokenType::flatten: return go_on(current());
      case TokenType::left_brace: take(); return map();
      case TokenType::left_parenthesis: {
        take();
        JmesPathTree inner = expression(0);
        expect(TokenType::right_parenthesis, ")");
        return inner;
      }
      case TokenType::negation: take(); return node(NodeKind::negation, expression(power_of(TokenType::negation)));
      case TokenType::left_bracket:
        if (type(1) == TokenType::number || type(1) == TokenType::colon) return go_on(current());
        if (type(1) == TokenType::star && type(2) == TokenType::right_bracket) return go_on(current());
        take();
        return list();
      case TokenType::current: take(); return current();
      case TokenType::reference: take(); return node(NodeKind::reference, expression(0));
      default: fail_here("Expected an expression");
    }
  }

  // The operators and brackets that may follow an expression.
  JmesPathTree go_on(JmesPathTree left) {
    const Token token = take();
    switch (token.type) {
      case TokenType::dot:
        if (type() != TokenType::star)
          return node(NodeKind::sequence, std::move(left), behind_dot(power_of(TokenType::dot)));
        take();
        return node(NodeKind::value_projection, std::move(left), projected(power_of(TokenType::dot)));
      case TokenType::pipe: return node(NodeKind::sequence, std::move(left), expression(power_of(TokenType::pipe)));
      case TokenType::either: return node(NodeKind::either, std::move(left), expression(power_of(TokenType::either)));
      case TokenType::both: return node(NodeKind::both, std::move(left), expression(power_of(TokenType::both)));
      case TokenType::comparison:
        return text_node(NodeKind::comparison, token.text, std::move(left),
                         expression(power_of(TokenType::comparison)));
      case TokenType::flatten: {
        JmesPathTree flat = node(NodeKind::flatten, std::move(left));
        return node(NodeKind::projection, std::move(flat), projected(power_of(TokenType::flatten)));
      }
      case TokenType::filter: {
        JmesPathTree condition = expression(0);
        expect(TokenType::right_bracket, "]");
        JmesPathTree right = type() == TokenType::flatten ? current() : projected(power_of(TokenType::filter));
        return node(NodeKind::filter_projection, std::move(left), std::move(right), std::move(condition));
      }
      case TokenType::left_bracket: return bracket(std::move(left));
      case TokenType::left_parenthesis: return call(std::move(left));
      default: --at_; fail_here("Expected an operator");
    }
  }

  // After the opening bracket: `*`, an index or a slice. A list of expressions cannot follow an expression without a
  // dot.
  JmesPathTree bracket(JmesPathTree left) {
    if (type() == TokenType::star) {
      take();
      expect(TokenType::right_bracket, "]");
      return node(NodeKind::projection, std::move(left), projected(power_of(TokenType::star)));
    }
    if (type() == TokenType::colon || type(1) == TokenType::colon) return slice(std::move(left));
    if (type() != TokenType::number) fail_here("Expected an index, a slice or *");
    JmesPathTree index = node(NodeKind::index, std::move(left));
    index->number = number();
    expect(TokenType::right_bracket, "]");
    return index;
  }

  std::int64_t number() {
    const auto read = parse_loose_integer(tokens_[at_].text);
    if (!read) fail_here("The number is too large");
    take();
    return read.value;
  }

  // `[1:]`, `[:2]`, `[::2]`. A slice is a projection: `a[:2].b` takes `.b` to each of the two items.
  JmesPathTree slice(JmesPathTree left) {
    JmesPathTree made = node(NodeKind::slice, std::move(left));
    std::size_t part = 0;
    while (type() != TokenType::right_bracket) {
      if (type() == TokenType::colon && part < 2) {
        take();
        ++part;
      } else if (type() == TokenType::number && made->bounds[part].is_undefined()) {
        made->bounds[part] = Value::integer(number());
      } else {
        fail_here("Expected a slice such as [0:5:2]");
      }
    }
    take();
    return node(NodeKind::projection, std::move(made), projected(power_of(TokenType::star)));
  }

  JmesPathTree call(JmesPathTree left) {
    if (left->kind != NodeKind::field) fail_here("Only a name can be called");
    JmesPathTree made = text_node(NodeKind::call, left->text);
    made->offset = left->offset;
    while (type() != TokenType::right_parenthesis) {
      adopt(*made, expression(0));
      if (type() == TokenType::right_parenthesis) break;
      expect(TokenType::comma, ",");
    }
    take();
    return made;
  }

  // The right side of a projection: nothing, or the part that applies to each item.
  // `a[*]` alone projects `@`, the item. `.b`, `[0]` and `[?…]` continue inside the projection; a pipe, a comparison or
  // a closing bracket ends it. `a[*][0]` is therefore the first item of each item, `a[*] | [0]` the first item.
  JmesPathTree projected(int power) {
    if (power_of(type()) < projection_stop) return current();
    if (type() == TokenType::left_bracket || type() == TokenType::filter) return expression(power);
    if (type() != TokenType::dot) fail_here("Expected \".\", \"[\" or the end of the projection");
    take();
    return behind_dot(power);
  }

  // `a.[b, c]` and `a.{x: b}` are evaluated with `a` as the current value.
  JmesPathTree behind_dot(int power) {
    switch (type()) {
      case TokenType::name:
      case TokenType::quoted_name:
      case TokenType::star: return expression(power);
      case TokenType::left_bracket: take(); return list();
      case TokenType::left_brace: take(); return map();
      default: fail_here("Expected a name, \"*\", \"[\" or \"{\"");
    }
  }

  JmesPathTree list() {
    JmesPathTree made = node(NodeKind::list);
    while (true) {
      adopt(*made, expression(0));
      if (type() == TokenType::right_bracket) break;
      expect(TokenType::comma, ",");
    }
    take();
    return made;
  }

  JmesPathTree map() {
    JmesPathTree made = node(NodeKind::map);
    while (true) {
      if (type() != TokenType::name && type() != TokenType::quoted_name) fail_here("Expected the name of a key");
      std::string key = take().text;
      expect(TokenType::colon, ":");
      adopt(*made, text_node(NodeKind::key, std::move(key), expression(0)));
      if (type() == TokenType::right_brace) break;
      expect(TokenType::comma, ",");
    }
    take();
    return made;
  }

  std::string_view expression_;
  Budget& budget_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

JmesPathTree parse_jmespath(std::string_view expression, Budget& budget) {
  return Parser(expression, budget).parse();
}

}  // namespace evalground
