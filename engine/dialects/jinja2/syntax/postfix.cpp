// Attributes, items, calls, filters and tests: everything that follows an operand.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>

#include "base/text/number.hpp"
#include "dialects/jinja2/syntax/expression_parser.hpp"

namespace evalground::jinja2 {
namespace {

bool is_lookup(const Expression& callee) {
  if (callee.kind != ExpressionKind::name) return false;
  const std::string_view name = static_cast<const Name&>(callee).name;
  return name == "lookup" || name == "query" || name == "q";
}

}  // namespace

// `a.b[0](c)` from left to right. Filters and tests are read by filters().
Expression* ExpressionParser::postfix(Expression* node) {
  for (;;) {
    if (tokens_.sees(".") || tokens_.sees("[")) {
      node = subscript(node);
    } else if (tokens_.sees("(")) {
      node = call(node);
    } else {
      return node;
    }
  }
}

// A call may follow a filter: `x | attr('upper')()`.
Expression* ExpressionParser::filters(Expression* node) {
  for (;;) {
    if (tokens_.take("|")) {
      node = filter(node);
    } else if (tokens_.take_name("is")) {
      node = test(node);
    } else if (tokens_.sees("(")) {
      node = call(node);
    } else {
      return node;
    }
  }
}

// `.name`, `.0`, `[key]`, `[a:b]`, or `[a, b]` with a tuple as the key.
Expression* ExpressionParser::subscript(Expression* holder) {
  if (tokens_.take(".")) {
    const Token& token = tokens_.take();
    if (token.kind == TokenKind::name) {
      auto* node = build_.make<Attribute>(ExpressionKind::attribute, holder->begin, {holder});
      node->holder = holder;
      node->name = build_.keep(Value::string(token.text));
      node->method_types = binder_.method_types(token.text);
      return node;
    }
    if (token.kind != TokenKind::integer) tokens_.fail("expected name or number", token);
    tokens_.rewind(tokens_.offset() - 1);
    Expression* key = integer();
    auto* node = build_.make<Item>(ExpressionKind::item, holder->begin, {holder, key});
    node->holder = holder;
    node->key = key;
    return node;
  }
  tokens_.expect("[");
  const std::uint32_t begin = tokens_.current().begin;
  Gathered<Expression*> keys;
  while (!tokens_.sees("]")) {
    if (!keys.empty()) tokens_.expect(",");
    keys.push_back(subscribed());
  }
  tokens_.expect("]");
  if (keys.size() == 1) {
    if (keys[0]->kind == ExpressionKind::slice) {
      auto* slice = static_cast<Slice*>(keys[0]);
      slice->holder = holder;
      slice->begin = holder->begin;
      slice->end = tokens_.last_end();
      build_.add_height(*slice, holder);
      return slice;
    }
    auto* node = build_.make<Item>(ExpressionKind::item, holder->begin, {holder, keys[0]});
    node->holder = holder;
    node->key = keys[0];
    return node;
  }
  auto* key = build_.make<Sequence>(ExpressionKind::tuple, begin, {});
  for (Expression* part : keys) {
    if (part->kind == ExpressionKind::slice)
      tokens_.fail("A slice cannot be part of a key.", part->begin, part->end, "syntax");
    build_.add_height(*key, part);
  }
  key->items = keys.keep(build_.arena());
  auto* node = build_.make<Item>(ExpressionKind::item, holder->begin, {holder, key});
  node->holder = holder;
  node->key = key;
  return node;
}

// One key within brackets, which is a slice if it has a colon: `a`, `:`, `1:`, `::2`.
Expression* ExpressionParser::subscribed() {
  const std::uint32_t begin = tokens_.current().begin;
  Expression* first = nullptr;
  if (!tokens_.sees(":")) {
    first = expression();
    if (!tokens_.sees(":")) return first;
  }
  tokens_.expect(":");
  Expression* last = nullptr;
  Expression* step = nullptr;
  if (!tokens_.sees(":") && !tokens_.sees("]") && !tokens_.sees(",")) last = expression();
  if (tokens_.take(":") && !tokens_.sees("]") && !tokens_.sees(",")) step = expression();
  auto* node = build_.make<Slice>(ExpressionKind::slice, begin, {first, last, step});
  node->first = first;
  node->last = last;
  node->step = step;
  return node;
}

// Positional arguments come first, and nothing named follows `**map`. ensure() rejects any other order with Jinja's
// message.
CallArguments ExpressionParser::call_arguments() {
  const Token& opening = tokens_.current();
  tokens_.expect("(");
  Gathered<Expression*> positional;
  Gathered<NamedArgument> named;
  CallArguments arguments;
  bool needs_comma = false;
  const auto ensure = [&](bool holds) {
    if (!holds) tokens_.fail("invalid syntax for function call expression", opening);
  };
  while (!tokens_.sees(")")) {
    if (needs_comma) {
      tokens_.expect(",");
      if (tokens_.sees(")")) break;  // a trailing comma
    }
    if (tokens_.take("*")) {
      ensure(arguments.is_plain());
      arguments.star = expression();
    } else if (tokens_.take("**")) {
      ensure(arguments.star_star == nullptr);
      arguments.star_star = expression();
    } else if (tokens_.current().kind == TokenKind::name && tokens_.ahead().symbol == "=") {
      ensure(arguments.star_star == nullptr);
      const std::string_view name = tokens_.take().text;
      tokens_.take();
      named.push_back({name, expression()});
    } else {
      ensure(arguments.is_plain() && named.empty());
      positional.push_back(expression());
    }
    needs_comma = true;
  }
  tokens_.expect(")");
  arguments.positional = positional.keep(build_.arena());
  arguments.named = named.keep(build_.arena());
  return arguments;
}

// Strings in calls of `lookup` may be templates in Ansible, which are evaluated before the lookup.
Expression* ExpressionParser::call(Expression* callee) {
  const CallArguments arguments = call_arguments();
  if (syntax_.embeds_in_lookups && is_lookup(*callee)) {
    for (Expression* term : arguments.positional) embed(term);
  }
  auto* node = build_.make<CallExpression>(ExpressionKind::call, callee->begin, {callee});
  build_.add_heights(*node, arguments);
  node->callee = callee;
  node->is_constant = false;
  node->arguments = arguments;
  return node;
}

// "upper", "ansible.builtin.upper"
std::string_view ExpressionParser::dotted_name() {
  const Token& first = tokens_.expect_name();
  if (!tokens_.sees(".")) return first.text;
  std::string name(first.text);
  while (tokens_.take(".")) name.append(".").append(tokens_.expect_name().text);
  return build_.arena().copy(name);
}

// A filter or test applied to `input`, or without input at the start of a filter block.
Application* ExpressionParser::application(ExpressionKind kind, Expression* input, std::uint32_t begin,
                                           std::string_view name, const CallArguments& arguments) {
  auto* node = build_.make<Application>(kind, input != nullptr ? input->begin : begin, {input});
  build_.add_heights(*node, arguments);
  node->input = input;
  node->name = name;
  node->arguments = arguments;
  return node;
}

// `x | a | b(1)`: each filter is the input of the next one. The function is bound here, once for all evaluations.
Application* ExpressionParser::filter(Expression* input) {
  const std::uint32_t begin = tokens_.current().begin;
  for (;;) {
    const std::uint32_t name_begin = tokens_.current().begin;
    const std::string_view name = dotted_name();
    const std::uint32_t name_end = tokens_.last_end();
    CallArguments arguments;
    if (tokens_.sees("(")) arguments = call_arguments();
    Application* node = application(ExpressionKind::filter, input, begin, name, arguments);
    binder_.bind(*node, FunctionKind::filter, name_begin, name_end);
    if (!tokens_.take("|")) return node;
    input = node;
  }
}

// The rest of a test after "is": `x is divisibleby(3)`, `x is divisibleby 3`, `x is not none`.
Expression* ExpressionParser::test(Expression* input) {
  const bool is_negated = tokens_.take_name("not");
  const std::uint32_t name_begin = tokens_.current().begin;
  const std::string_view name = dotted_name();
  const std::uint32_t name_end = tokens_.last_end();
  CallArguments arguments;
  const TokenKind kind = tokens_.current().kind;
  if (tokens_.sees("(")) {
    arguments = call_arguments();
  } else if ((kind == TokenKind::name || kind == TokenKind::string || kind == TokenKind::integer ||
              kind == TokenKind::real || tokens_.sees("[") || tokens_.sees("{")) &&
             !tokens_.sees_name("else") && !tokens_.sees_name("or") && !tokens_.sees_name("and")) {
    if (tokens_.sees_name("is")) tokens_.fail("You cannot chain multiple tests with is", tokens_.current());
    Gathered<Expression*> positional;
    positional.push_back(postfix(primary()));
    arguments.positional = positional.keep(build_.arena());
  }
  Application* node = application(ExpressionKind::test, input, name_begin, name, arguments);
  binder_.bind(*node, FunctionKind::test, name_begin, name_end);
  if (!is_negated) return node;
  auto* negation = build_.make<Unary>(ExpressionKind::logical_not, input->begin, {node});
  negation->operand = node;
  return negation;
}

}  // namespace evalground::jinja2
