// Operators, and the rules of jinja2.parser that lead to them, from the loosest (conditional) to operands (primary).
// Arithmetic uses precedence climbing: arithmetic(n) takes operators that bind at least as tightly as n.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/expression_parser.hpp"

#include <optional>

namespace evalground::jinja2 {
namespace {

struct Operator {
  ExpressionKind kind;
  unsigned strength;  // how tightly it binds; 0: not an operator
};
constexpr unsigned weakest_arithmetic = 1;

// Arithmetic operators. All of them are left associative.
Operator arithmetic_operator(Symbol symbol) {
  switch (symbol.code()) {
    case Symbol("+").code(): return {ExpressionKind::add, weakest_arithmetic};
    case Symbol("-").code(): return {ExpressionKind::subtract, weakest_arithmetic};
    case Symbol("~").code(): return {ExpressionKind::concatenate, 2};
    case Symbol("*").code(): return {ExpressionKind::multiply, 3};
    case Symbol("/").code(): return {ExpressionKind::divide, 3};
    case Symbol("//").code(): return {ExpressionKind::floor_divide, 3};
    case Symbol("%").code(): return {ExpressionKind::modulo, 3};
    case Symbol("**").code(): return {ExpressionKind::power, 4};
    default: return {ExpressionKind::constant, 0};
  }
}

std::optional<Comparison> comparison_of(Symbol symbol) {
  switch (symbol.code()) {
    case Symbol("==").code(): return Comparison::equal;
    case Symbol("!=").code(): return Comparison::unequal;
    case Symbol("<").code(): return Comparison::less;
    case Symbol("<=").code(): return Comparison::less_equal;
    case Symbol(">").code(): return Comparison::greater;
    case Symbol(">=").code(): return Comparison::greater_equal;
    default: return std::nullopt;
  }
}

}  // namespace

// `a if c else b`. It may be chained without brackets: `a if x else b if y else c`. Jinja compiles an unknown filter
// within it to code that fails when it runs, so such a filter is no error here.
Expression* ExpressionParser::conditional() {
  const std::uint32_t begin = tokens_.current().begin;
  const std::size_t unknown = binder_.unknown_count();
  Expression* value = logical_or();
  while (tokens_.take_name("if")) {
    Expression* condition = logical_or();
    Expression* otherwise = nullptr;
    if (tokens_.take_name("else")) {
      const Depth depth = budget_.enter();
      otherwise = conditional();
    }
    auto* node = build_.make<Conditional>(ExpressionKind::conditional, begin, {value, condition, otherwise});
    node->condition = condition;
    node->value = value;
    node->otherwise = otherwise;
    value = node;
    binder_.allow_unknown(unknown);  // unknown filters within it fail only when reached
  }
  return value;
}

Expression* ExpressionParser::logical_or() {
  const std::uint32_t begin = tokens_.current().begin;
  Expression* left = logical_and();
  while (tokens_.take_name("or")) {
    Expression* right = logical_and();
    auto* node = build_.make<Binary>(ExpressionKind::logical_or, begin, {left, right});
    node->left = left;
    node->right = right;
    left = node;
  }
  return left;
}

Expression* ExpressionParser::logical_and() {
  const std::uint32_t begin = tokens_.current().begin;
  Expression* left = logical_not();
  while (tokens_.take_name("and")) {
    Expression* right = logical_not();
    auto* node = build_.make<Binary>(ExpressionKind::logical_and, begin, {left, right});
    node->left = left;
    node->right = right;
    left = node;
  }
  return left;
}

// `not not x` recurses, so each level is counted.
Expression* ExpressionParser::logical_not() {
  const std::uint32_t begin = tokens_.current().begin;
  if (!tokens_.take_name("not")) return comparison();
  const Depth depth = budget_.enter();
  Expression* operand = logical_not();
  auto* node = build_.make<Unary>(ExpressionKind::logical_not, begin, {operand});
  node->operand = operand;
  return node;
}

// `not in` are two words, so the second is looked at before the first is taken.
Expression* ExpressionParser::comparison() {
  const std::uint32_t begin = tokens_.current().begin;
  Expression* first = arithmetic(weakest_arithmetic);
  Gathered<Compared> rest;
  for (;;) {
    std::optional<Comparison> comparison = comparison_of(tokens_.current().symbol);
    if (comparison) {
      tokens_.take();
    } else if (tokens_.take_name("in")) {
      comparison = Comparison::in;
    } else if (tokens_.sees_name("not") && tokens_.is_name(tokens_.ahead(), "in")) {
      tokens_.take();
      tokens_.take();
      comparison = Comparison::not_in;
    } else {
      break;
    }
    rest.push_back({*comparison, arithmetic(weakest_arithmetic)});
  }
  if (rest.empty()) return first;
  // `a < b < c` is one node, because b is evaluated only once.
  auto* node = build_.make<Compare>(ExpressionKind::compare, begin, {first});
  for (const Compared& compared : rest) build_.add_height(*node, compared.operand);
  node->first = first;
  node->rest = rest.keep(build_.arena());
  return node;
}

// Operands and the operators between them that bind at least as tightly as `weakest`.
Expression* ExpressionParser::arithmetic(unsigned weakest) {
  const std::uint32_t begin = tokens_.current().begin;
  Expression* left = unary();
  for (;;) {
    const auto [kind, strength] = arithmetic_operator(tokens_.current().symbol);
    if (strength < weakest) return left;
    if (kind == ExpressionKind::concatenate) {
      Gathered<Expression*> parts;
      parts.push_back(left);
      while (tokens_.take("~")) parts.push_back(arithmetic(strength + 1));
      auto* node = build_.make<Concatenation>(kind, begin, {});
      for (Expression* part : parts) build_.add_height(*node, part);
      node->parts = parts.keep(build_.arena());
      left = node;
    } else {
      tokens_.take();
      Expression* right = arithmetic(strength + 1);
      auto* node = build_.make<Binary>(kind, begin, {left, right});
      node->left = left;
      node->right = right;
      left = node;
    }
  }
}

// A sign binds more tightly than any binary operator in Jinja, also than `**`: `-2 ** 2` is 4, whereas Python gives -4.
Expression* ExpressionParser::unary(bool with_filter) {
  const Depth depth = budget_.enter();
  const std::uint32_t begin = tokens_.current().begin;
  Expression* node = nullptr;
  if (tokens_.sees("-") || tokens_.sees("+")) {
    const ExpressionKind kind = tokens_.take().symbol == "-" ? ExpressionKind::minus : ExpressionKind::plus;
    // A filter applies to the whole signed operand: `-1 | abs` is `(-1) | abs`. So the inner operand takes no filters.
    Expression* operand = unary(false);
    auto* signed_node = build_.make<Unary>(kind, begin, {operand});
    signed_node->operand = operand;
    node = signed_node;
  } else {
    node = primary();
  }
  node = postfix(node);
  return with_filter ? filters(node) : node;
}

// Some names need an object that is made only if a template mentions them, as Jinja does.
void ExpressionParser::note_name(std::string_view name) {
  if (name == "loop") special_names |= reads_loop;
  if (name == "self") special_names |= reads_self;
  if (name == "super") special_names |= reads_super;
  if (name == "caller") special_names |= reads_caller;
  if (name == "varargs") special_names |= reads_varargs;
  if (name == "kwargs") special_names |= reads_kwargs;
}

// An operand: a name, a literal, or an expression in brackets. True, true, none and so on are literals and no names.
Expression* ExpressionParser::primary() {
  const Token& token = tokens_.current();
  switch (token.kind) {
    case TokenKind::name: {
      tokens_.take();
      const std::string_view name = token.text;
      if (name == "true" || name == "True") return build_.constant(Value::boolean(true), token.begin);
      if (name == "false" || name == "False") return build_.constant(Value::boolean(false), token.begin);
      if (name == "none" || name == "None") return build_.constant(Value::null(), token.begin);
      note_name(name);
      auto* node = build_.make<Name>(ExpressionKind::name, token.begin, {});
      node->name = name;
      node->is_constant = false;
      return node;
    }
    case TokenKind::string: return strings();
    case TokenKind::integer: return integer();
    case TokenKind::real: return real();
    case TokenKind::symbol:
      if (tokens_.take("(")) {
        Expression* node = tuple(TupleItems::expressions, true);
        tokens_.expect(")");
        return node;
      }
      if (tokens_.sees("[")) return list();
      if (tokens_.sees("{")) return map();
      break;
    default: break;
  }
  tokens_.fail("unexpected '" + describe(token) + "'", token);
}

}  // namespace evalground::jinja2
