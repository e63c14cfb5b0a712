// Operators from the loosest to the tightest, and the operands between them.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <optional>

#include "dialects/jinja2/syntax/parser_state.hpp"

namespace evalground::jinja2 {
namespace {

struct Operator {
  ExpressionKind kind;
  unsigned strength;  // how tightly it binds; 0: it is none
};
constexpr unsigned weakest_arithmetic = 1;

// The operators whose operands are values; all of the same strength take what is on their left first.
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

void Parser::add_height(Expression& node, const Expression* child) {
  if (child == nullptr) return;
  if (child->height >= most_height) throw LimitError(Limit::depth, most_height);
  node.height = std::max(node.height, static_cast<std::uint16_t>(child->height + 1));
}

const Expression* Parser::conditional() {
  const std::uint32_t begin = current().begin;
  const std::size_t known_unknown = unknown_.size();
  const Expression* value = logical_or();
  while (take_name("if")) {
    const Expression* condition = logical_or();
    const Expression* otherwise = take_name("else") ? conditional() : nullptr;
    auto* node = make<Conditional>(ExpressionKind::conditional, begin, {value, condition, otherwise});
    node->condition = condition;
    node->value = value;
    node->otherwise = otherwise;
    value = node;
    unknown_.resize(known_unknown);  // unknown filters in it fail when they are reached
  }
  return value;
}

const Expression* Parser::logical_or() {
  const std::uint32_t begin = current().begin;
  const Expression* left = logical_and();
  while (take_name("or")) {
    const Expression* right = logical_and();
    auto* node = make<Binary>(ExpressionKind::logical_or, begin, {left, right});
    node->left = left;
    node->right = right;
    left = node;
  }
  return left;
}

const Expression* Parser::logical_and() {
  const std::uint32_t begin = current().begin;
  const Expression* left = logical_not();
  while (take_name("and")) {
    const Expression* right = logical_not();
    auto* node = make<Binary>(ExpressionKind::logical_and, begin, {left, right});
    node->left = left;
    node->right = right;
    left = node;
  }
  return left;
}

const Expression* Parser::logical_not() {
  const std::uint32_t begin = current().begin;
  if (!take_name("not")) return comparison();
  const Depth depth = evaluator_.context.budget.enter();
  const Expression* operand = logical_not();
  auto* node = make<Unary>(ExpressionKind::logical_not, begin, {operand});
  node->operand = operand;
  return node;
}

const Expression* Parser::comparison() {
  const std::uint32_t begin = current().begin;
  const Expression* first = arithmetic(weakest_arithmetic);
  Gathered<Compared> rest;
  for (;;) {
    std::optional<Comparison> comparison = comparison_of(current().symbol);
    if (comparison) {
      take();
    } else if (take_name("in")) {
      comparison = Comparison::in;
    } else if (sees_name("not") && is_name(ahead(), "in")) {
      take();
      take();
      comparison = Comparison::not_in;
    } else {
      break;
    }
    rest.push_back({*comparison, arithmetic(weakest_arithmetic)});
  }
  if (rest.empty()) return first;
  auto* node = make<Compare>(ExpressionKind::compare, begin, {first});
  for (const Compared& compared : rest) add_height(*node, compared.operand);
  node->first = first;
  node->rest = rest.keep(template_.arena);
  return node;
}

// Operands and the operators between them that bind at least as tightly as `weakest`.
const Expression* Parser::arithmetic(unsigned weakest) {
  const std::uint32_t begin = current().begin;
  const Expression* left = unary();
  for (;;) {
    const auto [kind, strength] = arithmetic_operator(current().symbol);
    if (strength < weakest) return left;
    if (kind == ExpressionKind::concatenate) {
      Gathered<const Expression*> parts;
      parts.push_back(left);
      while (take("~")) parts.push_back(arithmetic(strength + 1));
      auto* node = make<Concatenation>(kind, begin, {});
      for (const Expression* part : parts) add_height(*node, part);
      node->parts = parts.keep(template_.arena);
      left = node;
    } else {
      take();
      const Expression* right = arithmetic(strength + 1);
      auto* node = make<Binary>(kind, begin, {left, right});
      node->left = left;
      node->right = right;
      left = node;
    }
  }
}

const Expression* Parser::unary(bool with_filter) {
  const Depth depth = evaluator_.context.budget.enter();
  const std::uint32_t begin = current().begin;
  const Expression* node = nullptr;
  if (sees("-") || sees("+")) {
    const ExpressionKind kind = take().symbol == "-" ? ExpressionKind::minus : ExpressionKind::plus;
    const Expression* operand = unary(false);
    auto* signed_node = make<Unary>(kind, begin, {operand});
    signed_node->operand = operand;
    node = signed_node;
  } else {
    node = primary();
  }
  node = postfix(node);
  return with_filter ? filters(node) : node;
}

void Parser::note_use(std::string_view name) {
  if (name == "loop") uses_ |= uses_loop;
  if (name == "self") uses_ |= uses_self;
  if (name == "super") uses_ |= uses_super;
  if (name == "caller") uses_ |= uses_caller;
  if (name == "varargs") uses_ |= uses_varargs;
  if (name == "kwargs") uses_ |= uses_kwargs;
}

const Expression* Parser::primary() {
  const Token& token = current();
  switch (token.kind) {
    case TokenKind::name: {
      take();
      const std::string_view name = token.text;
      if (name == "true" || name == "True") return constant(Value::boolean(true), token.begin);
      if (name == "false" || name == "False") return constant(Value::boolean(false), token.begin);
      if (name == "none" || name == "None") return constant(Value::null(), token.begin);
      note_use(name);
      auto* node = make<Name>(ExpressionKind::name, token.begin, {});
      node->name = name;
      return node;
    }
    case TokenKind::string: return strings();
    case TokenKind::integer: return integer();
    case TokenKind::real: return real();
    case TokenKind::symbol:
      if (take("(")) {
        const Expression* node = tuple(TupleItems::expressions, {}, true);
        expect(")");
        return node;
      }
      if (sees("[")) return list();
      if (sees("{")) return map();
      break;
    default: break;
  }
  fail("unexpected '" + describe(token) + "'", token);
}

}  // namespace evalground::jinja2
