#include "dialects/yaql/syntax/parser.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/yaql/syntax/habits.hpp"
#include "dialects/yaql/syntax/lexer.hpp"
#include "value/big_integer.hpp"

// Precedence climbing: parse_expression(least) reads one operand. Then it takes operators as long as they bind at least
// as tightly as `least`, and reads the right side of each with the next tighter level. In `1 + 2 * 3`, `+` asks for a
// right side of level_multiply, which takes `2 * 3`. In `1 * 2 + 3` the right side of `*` stops before the `+`. Only
// `->` is right associative: it asks for its own level.
//
// The operators and their levels are those of yaql.language.factory. A sign binds looser than `.`, so `-1.abs()` is
// `-(1.abs())`. A bare word is a string. `name(`, without a blank before the parenthesis, is one token; `name (` is a
// string followed by an error. The overloads of a call are resolved here.

namespace evalground::yaql {
namespace {

// From loose to tight. A call of a value, `$f(1)`, is the loosest.
enum Level : int {
  level_apply = 1,
  level_arrow,
  level_pair,
  level_or,
  level_and,
  level_not,
  level_compare,
  level_add,
  level_multiply,
  level_match,
  level_sign,
  level_index,
  level_member
};

struct BinarySign {
  std::string_view text;
  Level level;
  NodeKind kind;
  Operator op;
};

constexpr BinarySign binary_signs[] = {
    {"->", level_arrow, NodeKind::arrow, Operator::add},
    {"or", level_or, NodeKind::disjunction, Operator::add},
    {"and", level_and, NodeKind::conjunction, Operator::add},
    {"<", level_compare, NodeKind::binary, Operator::less},
    {"<=", level_compare, NodeKind::binary, Operator::less_equal},
    {">", level_compare, NodeKind::binary, Operator::greater},
    {">=", level_compare, NodeKind::binary, Operator::greater_equal},
    {"=", level_compare, NodeKind::binary, Operator::equal},
    {"!=", level_compare, NodeKind::binary, Operator::not_equal},
    {"in", level_compare, NodeKind::binary, Operator::in},
    {"+", level_add, NodeKind::binary, Operator::add},
    {"-", level_add, NodeKind::binary, Operator::subtract},
    {"*", level_multiply, NodeKind::binary, Operator::multiply},
    {"/", level_multiply, NodeKind::binary, Operator::divide},
    {"mod", level_multiply, NodeKind::binary, Operator::modulo},
    {"=~", level_match, NodeKind::binary, Operator::matches},
    {"!~", level_match, NodeKind::binary, Operator::not_matches},
};

// Only signs are looked up here: a word such as `and` is a sign for the lexer.
const BinarySign* find_binary(std::string_view text) {
  for (const BinarySign& sign : binary_signs) {
    if (sign.text == text) return &sign;
  }
  return nullptr;
}

// The parser reads each token once and never goes back. `token_` is the next token, `last_end_` the end of the one
// before.
class Parser {
 public:
  Parser(std::string_view text, const Grammar& grammar, const Library& library, Names& names, Budget& budget,
         Expression& expression)
      : lexer_(text), grammar_(grammar), library_(library), names_(names), budget_(budget), expression_(expression) {}

  // There is no recovery: the first mistake ends the parse, and one mistake is reported for an expression.
  std::optional<SyntaxError> parse() {
    try {
      advance();
      expression_.root = parse_expression(0);
      if (token_.kind != Lexeme::end) unexpected();
      return std::nullopt;
    } catch (SyntaxError& error) {
      return std::move(error);
    }
  }

 private:
  struct ArgumentList {
    std::span<const Node* const> positional;
    std::span<const NamedArgument> named;
  };

  // Tokens.

  // Positions in messages count code points, as Python does, while tokens have byte offsets. The conversion happens
  // only for a message.
  void advance() {
    last_end_ = token_.end;
    std::optional<LexToken> next = lexer_.next();
    if (!next) {
      const std::size_t at = lexer_.offset();
      const CodePoint found = decode_code_point(lexer_.text(), at);
      throw SyntaxError{"lexical-error",
                        "Lexical error: illegal character '" + std::string(lexer_.text().substr(at, found.size)) +
                            "' at position " + std::to_string(code_points_before(lexer_.text(), at)) + ".",
                        at, at + found.size};
    }
    token_ = std::move(*next);
  }

  bool sees(std::string_view sign) const { return token_.kind == Lexeme::sign && token_.text == sign; }

  bool take(std::string_view sign) {
    if (!sees(sign)) return false;
    advance();
    return true;
  }

  void expect(std::string_view sign) {
    if (!take(sign)) unexpected();
  }

  // The token as the reference prints it: the value of a constant as Python writes it, a function without its
  // parenthesis.
  std::string shown_token() const {
    if (token_.kind == Lexeme::text || token_.kind == Lexeme::function) return token_.text;
    const std::string_view written = lexer_.text().substr(token_.begin, token_.end - token_.begin);
    if (token_.kind == Lexeme::word) {
      return written == "true" ? "True" : written == "false" ? "False" : written == "null" ? "None" : token_.text;
    }
    if (token_.kind == Lexeme::number) {
      if (written.find('.') != std::string_view::npos) return real_text(parse_real(written).value);
      if (const std::optional<Value> number = integer_value(written, 10, false)) return big_integer_of(*number).text();
    }
    return std::string(written);
  }

  // The wording is that of the reference, which users search for.
  [[noreturn]] void unexpected() const {
    if (token_.kind == Lexeme::end) {
      throw SyntaxError{"parse-error", "Parse error: unexpected end of statement.", token_.begin, token_.end};
    }
    const std::string shown = shown_token();
    throw SyntaxError{"parse-error",
                      "Parse error: unexpected '" + shown + "' at position " +
                          std::to_string(code_points_before(lexer_.text(), token_.begin)) + " of expression '" +
                          std::string(lexer_.text()) + "'.",
                      token_.begin, token_.end};
  }

  // Nodes.

  // `begin` and `end` cover the whole expression, `mark` covers the operator or name that an error points to. The end
  // is known only after the operands: finish() sets it.
  Node* make(NodeKind kind, std::size_t begin, std::size_t mark, std::size_t mark_end) {
    budget_.step();
    Node* node = expression_.arena.make<Node>(Node{kind});
    node->begin = static_cast<std::uint32_t>(begin);
    node->mark = static_cast<std::uint32_t>(mark);
    node->mark_end = static_cast<std::uint32_t>(mark_end);
    return node;
  }

  Node* finish(Node* node) {
    node->end = static_cast<std::uint32_t>(last_end_);
    return node;
  }

  // Constants live in a container whose elements never move, so nodes can point to them.
  const Value* constant(Value value) { return &expression_.constants.emplace_back(std::move(value)); }

  template <class T>
  std::span<const T> keep(const std::vector<T>& items) {
    if (items.empty()) return {};
    T* memory = static_cast<T*>(expression_.arena.allocate(items.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), memory);
    return {memory, items.size()};
  }

  // Arguments up to the closing sign, which is taken: first positional ones, then `key => value`. A positional argument
  // may be omitted before a comma: `f(, 1)` has null and 1. Lists and maps use the same grammar as calls, so `[1, 2]`
  // and `{a => 1}` are read here as well. Where the grammar has pairs, `=>` is an operator, and nothing is named.
  ArgumentList parse_arguments(std::string_view closing) {
    std::vector<const Node*> positional;
    std::vector<NamedArgument> named;
    if (take(closing)) return {};
    for (;;) {
      if (sees(",") && named.empty()) {
        positional.push_back(nullptr);
        advance();
        if (sees(closing)) unexpected();
        continue;
      }
      const Node* node = parse_expression(0);
      // The reference's grammar wants a real argument before named ones: `f(, a => 1)` is a syntax error.
      const bool has_first = std::any_of(positional.begin(), positional.end(), [](const Node* one) { return one; });
      if (!grammar_.has_pairs && named.empty() && !positional.empty() && !has_first && sees("=>")) unexpected();
      if (!grammar_.has_pairs && take("=>")) {
        named.push_back({node, parse_expression(0)});
      } else if (!named.empty()) {
        unexpected();
      } else {
        positional.push_back(node);
      }
      if (take(closing)) break;
      expect(",");
      if (sees(closing)) unexpected();
    }
    return {keep(positional), keep(named)};
  }

  // Stores the plans of the overloads of `family` that accept this number of arguments and these names. A constant of a
  // wrong type excludes an overload already here, without any evaluation. This moves the choice between overloads from
  // each evaluation to the parse. A lambda in `select` runs for each item and would repeat it.
  void resolve(Node& call, const Family* family, bool is_method) {
    call.family = family;
    std::vector<std::string_view> given;
    for (const NamedArgument& argument : call.named) {
      const bool is_word = argument.key->kind == NodeKind::word;
      if (!is_word) call.has_bad_key = true;
      given.push_back(is_word ? argument.key->constant->as_string() : std::string_view());
    }
    if (family == nullptr) return;
    expression_.uses_workflow |= family->is_of_workflow;
    if (family->is_keywordless) call.has_bad_key = false;
    if (call.has_bad_key) return;
    std::vector<std::uint8_t> left_out;
    if (is_method) left_out.push_back(0);
    for (const Node* argument : call.arguments) left_out.push_back(argument == nullptr ? 1 : 0);
    std::vector<const Value*> constants;
    if (is_method) constants.push_back(nullptr);
    const auto add_constant = [&](const Node* argument) {
      const bool is_constant = argument != nullptr && argument->constant != nullptr && !argument->is_enclosed &&
                               (argument->kind == NodeKind::constant || argument->kind == NodeKind::word);
      constants.push_back(is_constant ? argument->constant : nullptr);
    };
    for (const Node* argument : call.arguments) add_constant(argument);
    for (const NamedArgument& argument : call.named) add_constant(argument.value);
    const Supplied supplied{left_out.size(), left_out, given, constants};
    std::vector<const Plan*> plans;
    for (const Overload& overload : family->overloads) {
      std::optional<Plan> plan = plan_call(*family, overload, supplied);
      if (!plan) continue;
      plans.push_back(&expression_.plans.emplace_back(std::move(*plan)));
    }
    call.plans = keep(plans);
  }

  Node* parse_call(bool is_method) {
    const std::string name = token_.text;
    Node* node = make(is_method ? NodeKind::method : NodeKind::call, token_.begin, token_.begin, token_.end - 1);
    node->name = names_.intern(name);
    advance();
    const ArgumentList arguments = parse_arguments(")");
    node->arguments = arguments.positional;
    node->named = arguments.named;
    resolve(*node, is_method ? library_.method(name) : library_.function(name), is_method);
    return finish(node);
  }

  // Integers have no upper bound, as in Python. Only a limit on digits applies.
  Node* parse_number() {
    Node* node = make(NodeKind::constant, token_.begin, token_.begin, token_.end);
    const std::string& text = token_.text;
    if (text.find('.') != std::string::npos) {
      node->constant = constant(Value::real(parse_real(text).value));
    } else if (std::optional<Value> number = integer_value(text, 10, false)) {
      node->constant = constant(std::move(*number));
    } else {
      throw SyntaxError{"parse-error",
                        "Parse error: the number at position " +
                            std::to_string(code_points_before(lexer_.text(), token_.begin)) + " has more than " +
                            std::to_string(BigInt::most_digits) + " digits.",
                        token_.begin, token_.end};
    }
    advance();
    return finish(node);
  }

  // `$` alone is `$1`. A number names a position; one too long to be a position is an ordinary name.
  Node* parse_variable() {
    Node* node = make(NodeKind::variable, token_.begin, token_.begin, token_.end);
    const auto position = token_.text.empty() ? ParsedNumber<std::int64_t>{1} : parse_digits(token_.text, 10, false);
    if (position && position.value > 0 && position.value < 1'000'000) {
      node->position = static_cast<std::uint32_t>(position.value);
    } else {
      node->name = names_.intern(token_.text);
    }
    advance();
    return finish(node);
  }

  // An operand without operators around it. `true`, `false` and `null` are constants, any other bare word is a string.
  Node* parse_primary() {
    const Depth depth = budget_.enter();
    switch (token_.kind) {
      case Lexeme::variable: return parse_variable();
      case Lexeme::number: return parse_number();
      case Lexeme::function: return parse_call(false);
      case Lexeme::text: {
        Node* node = make(NodeKind::constant, token_.begin, token_.begin, token_.end);
        node->constant = constant(Value::string(token_.text));
        advance();
        return finish(node);
      }
      case Lexeme::word: {
        const bool is_constant = token_.text == "true" || token_.text == "false" || token_.text == "null";
        Node* node = make(is_constant ? NodeKind::constant : NodeKind::word, token_.begin, token_.begin, token_.end);
        node->constant = constant(!is_constant            ? Value::string(token_.text)
                                  : token_.text == "null" ? Value::null()
                                                          : Value::boolean(token_.text == "true"));
        if (!is_constant && !constant_elsewhere(token_.text).empty()) expression_.foreign_words.push_back(node);
        advance();
        return finish(node);
      }
      case Lexeme::end: unexpected();
      case Lexeme::sign: break;
    }
    const std::size_t begin = token_.begin;
    if (take("(")) {
      Node* inner = parse_expression(0);
      expect(")");
      // A word in parentheses is an ordinary constant: it no longer names an argument before `=>`. Any other expression
      // keeps its own place in the source, without the parentheses.
      inner->is_enclosed = true;
      if (inner->kind != NodeKind::word) return inner;
      Node* node = make(NodeKind::constant, begin, begin, last_end_);
      node->constant = inner->constant;
      node->is_enclosed = true;
      return finish(node);
    }
    // The same sign after an operand is an index, which parse_expression() has taken already.
    const bool is_list = sees("[");
    if (is_list || sees("{")) {
      Node* node = make(is_list ? NodeKind::list : NodeKind::dict, token_.begin, token_.begin, token_.end);
      advance();
      const ArgumentList arguments = parse_arguments(is_list ? "]" : "}");
      node->arguments = arguments.positional;
      node->named = arguments.named;
      return finish(node);
    }
    unexpected();
  }

  // What follows `.` or `?.`: a method, a property, or any other expression, which fails only when evaluated.
  Node* parse_member(Node* receiver, bool is_guarded) {
    Node* node = nullptr;
    if (token_.kind == Lexeme::function) {
      node = parse_call(true);
    } else if (token_.kind == Lexeme::word && token_.text != "true" && token_.text != "false" &&
               token_.text != "null") {
      node = make(NodeKind::property, receiver->begin, token_.begin, token_.end);
      node->name = names_.intern(token_.text);
      node->constant = constant(Value::string(token_.text));
      advance();
    } else {
      node = make(NodeKind::member, receiver->begin, token_.begin, token_.end);
      node->right = parse_prefix();
    }
    node->left = receiver;
    node->begin = receiver->begin;
    node->is_guarded = is_guarded;
    return finish(node);
  }

  // A sign or `not`, which bind looser than what follows an operand: `not $.a` is `not ($.a)`.
  Node* parse_prefix() {
    const Depth depth = budget_.enter();
    if (sees("+") || sees("-") || sees("not")) {
      const bool is_not = sees("not");
      Node* node = make(is_not ? NodeKind::negation : NodeKind::unary, token_.begin, token_.begin, token_.end);
      node->is_negative = sees("-");
      advance();
      node->left = parse_expression(is_not ? level_not : level_sign);
      return finish(node);
    }
    return parse_primary();
  }

  // `least`: operators that bind looser are left to the caller. Each call returns a complete tree for the part it took.
  Node* parse_expression(int least) {
    const Depth depth = budget_.enter();
    Node* left = parse_prefix();
    // Invariant: `left` is everything read so far. The next operator takes it as its left side.
    for (;;) {
      // Two operands in a row: the caller reports the second as unexpected. Operators such as `and` are signs, not
      // words.
      if (token_.kind == Lexeme::function || token_.kind == Lexeme::word) return left;
      const std::size_t mark = token_.begin;
      const std::size_t mark_end = token_.end;
      const auto grow = [&](NodeKind kind) {
        Node* node = make(kind, left->begin, mark, mark_end);
        node->left = left;
        advance();
        return node;
      };
      // A member binds tightest, so no level is compared.
      if (sees(".") || sees("?.")) {
        const bool is_guarded = sees("?.");
        advance();
        left = parse_member(left, is_guarded);
      } else if (sees("[") && least <= level_index) {
        Node* node = grow(NodeKind::index);
        const ArgumentList arguments = parse_arguments("]");
        node->arguments = arguments.positional;
        node->named = arguments.named;
        left = finish(node);
      } else if (sees("(") && grammar_.has_delegates && least <= level_apply) {
        Node* node = grow(NodeKind::apply);
        const ArgumentList arguments = parse_arguments(")");
        node->arguments = arguments.positional;
        node->named = arguments.named;
        left = finish(node);
      } else if (sees("=>") && grammar_.has_pairs && least <= level_pair) {
        Node* node = grow(NodeKind::pair);
        node->right = parse_expression(level_pair + 1);
        left = finish(node);
      } else {
        const BinarySign* sign = token_.kind == Lexeme::sign ? find_binary(token_.text) : nullptr;
        if (sign == nullptr || sign->level < least) return left;
        Node* node = grow(sign->kind);
        node->op = sign->op;
        node->right = parse_expression(sign->level == level_arrow ? level_arrow : sign->level + 1);
        note_compared(*sign, *node->left);
        left = finish(node);
      }
    }
  }

  void note_compared(const BinarySign& sign, const Node& left) {
    const bool is_compared = sign.level == level_compare && sign.op != Operator::in;
    if (is_compared && left.kind == NodeKind::word) expression_.compared_words.push_back(&left);
  }

  Lexer lexer_;
  LexToken token_;
  std::size_t last_end_ = 0;
  const Grammar& grammar_;
  const Library& library_;
  Names& names_;
  Budget& budget_;
  Expression& expression_;
};

}  // namespace

std::string_view operator_text(Operator op) {
  for (const BinarySign& sign : binary_signs) {
    if (sign.kind == NodeKind::binary && sign.op == op) return sign.text;
  }
  return {};
}

std::optional<SyntaxError> parse(std::string_view text, const Grammar& grammar, const Library& library, Names& names,
                                 Budget& budget, Expression& expression) {
  return Parser(text, grammar, library, names, budget, expression).parse();
}

}  // namespace evalground::yaql
