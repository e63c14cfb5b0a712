// What stands behind an operand: attributes, items, calls, filters and tests.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>

#include "base/text/number.hpp"
#include "dialects/jinja2/runtime/methods.hpp"
#include "dialects/jinja2/syntax/parser_state.hpp"

namespace evalground::jinja2 {

const Expression* Parser::postfix(const Expression* node) {
  for (;;) {
    if (sees(".") || sees("[")) {
      node = subscript(node);
    } else if (sees("(")) {
      node = call(node);
    } else {
      return node;
    }
  }
}

const Expression* Parser::filters(const Expression* node) {
  for (;;) {
    if (take("|")) {
      node = filter(node);
    } else if (take_name("is")) {
      node = test(node);
    } else if (sees("(")) {
      node = call(node);
    } else {
      return node;
    }
  }
}

const Expression* Parser::subscript(const Expression* holder) {
  if (take(".")) {
    const Token& token = take();
    if (token.kind == TokenKind::name) {
      auto* node = make<Attribute>(ExpressionKind::attribute, holder->begin, {holder});
      node->holder = holder;
      node->name = template_.constant(Value::string(token.text));
      node->method_types = types_with_method(token.text);
      return node;
    }
    if (token.kind != TokenKind::integer) fail("expected name or number", token);
    --at_;
    const Expression* key = integer();
    auto* node = make<Item>(ExpressionKind::item, holder->begin, {holder, key});
    node->holder = holder;
    node->key = key;
    return node;
  }
  expect("[");
  const std::uint32_t begin = current().begin;
  Gathered<const Expression*> keys;
  bool has_comma = false;
  while (!sees("]")) {
    if (!keys.empty()) {
      expect(",");
      has_comma = true;
    }
    if (has_comma && sees("]")) break;
    keys.push_back(subscribed());
  }
  expect("]");
  if (keys.size() == 1) {
    if (keys[0]->kind == ExpressionKind::slice) {
      auto* slice = const_cast<Slice*>(static_cast<const Slice*>(keys[0]));
      slice->holder = holder;
      slice->begin = holder->begin;
      slice->end = last_end();
      add_height(*slice, holder);
      return slice;
    }
    auto* node = make<Item>(ExpressionKind::item, holder->begin, {holder, keys[0]});
    node->holder = holder;
    node->key = keys[0];
    return node;
  }
  auto* key = make<Sequence>(ExpressionKind::tuple, begin, {});
  for (const Expression* part : keys) {
    if (part->kind == ExpressionKind::slice) fail("A slice cannot be part of a key.", part->begin, part->end, "syntax");
    add_height(*key, part);
  }
  key->items = keys.keep(template_.arena);
  auto* node = make<Item>(ExpressionKind::item, holder->begin, {holder, key});
  node->holder = holder;
  node->key = key;
  return node;
}

const Expression* Parser::subscribed() {
  const std::uint32_t begin = current().begin;
  const Expression* first = nullptr;
  if (!sees(":")) {
    first = expression();
    if (!sees(":")) return first;
  }
  expect(":");
  const Expression* last = nullptr;
  const Expression* step = nullptr;
  if (!sees(":") && !sees("]") && !sees(",")) last = expression();
  if (take(":") && !sees("]") && !sees(",")) step = expression();
  auto* node = make<Slice>(ExpressionKind::slice, begin, {first, last, step});
  node->first = first;
  node->last = last;
  node->step = step;
  return node;
}

CallArguments Parser::call_arguments() {
  const Token& opening = current();
  expect("(");
  Gathered<const Expression*> positional;
  Gathered<NamedArgument> named;
  CallArguments arguments;
  bool needs_comma = false;
  const auto ensure = [&](bool holds) {
    if (!holds) fail("invalid syntax for function call expression", opening);
  };
  while (!sees(")")) {
    if (needs_comma) {
      expect(",");
      if (sees(")")) break;  // a trailing comma
    }
    if (take("*")) {
      ensure(arguments.is_plain());
      arguments.star = expression();
    } else if (take("**")) {
      ensure(arguments.star_star == nullptr);
      arguments.star_star = expression();
    } else if (current().kind == TokenKind::name && ahead().symbol == "=") {
      ensure(arguments.star_star == nullptr);
      const std::string_view name = take().text;
      take();
      named.push_back({name, expression()});
    } else {
      ensure(arguments.is_plain() && named.empty());
      positional.push_back(expression());
    }
    needs_comma = true;
  }
  expect(")");
  arguments.positional = positional.keep(template_.arena);
  arguments.named = named.keep(template_.arena);
  return arguments;
}

const Expression* Parser::call(const Expression* callee) {
  const CallArguments arguments = call_arguments();
  auto* node = make<CallExpression>(ExpressionKind::call, callee->begin, {callee, arguments.star, arguments.star_star});
  for (const Expression* argument : arguments.positional) add_height(*node, argument);
  for (const NamedArgument& argument : arguments.named) add_height(*node, argument.value);
  node->callee = callee;
  node->arguments = arguments;
  return node;
}

// "upper", "ansible.builtin.upper"
std::string_view Parser::dotted_name() {
  const Token& first = expect_name();
  if (!sees(".")) return first.text;
  std::string name(first.text);
  while (take(".")) name.append(".").append(expect_name().text);
  return template_.arena.copy(name);
}

void Parser::bind(Application& application, FunctionKind kind) {
  const FunctionCatalogue::Entry* entry = evaluator_.find_function(kind, application.name);
  application.entry = entry;
  if (entry == nullptr) {
    if (!is_soft_) unknown_.push_back({kind, application.name, application.begin, application.end});
    return;
  }
  // Places of the arguments in the signature, when all have one.
  const CallArguments& given = application.arguments;
  const auto& parameters = entry->signature.parameters;
  if (!given.is_plain() || parameters.size() > 16) return;
  Gathered<std::uint8_t> places;
  std::size_t positional = 0;
  while (positional < parameters.size() && !parameters[positional].is_rest && !parameters[positional].is_keywords) {
    ++positional;
  }
  if (positional != parameters.size() || given.positional.size() + 1 > positional) return;
  for (std::size_t index = 0; index < given.positional.size(); ++index) {
    places.push_back(static_cast<std::uint8_t>(index + 1));
  }
  for (const NamedArgument& argument : given.named) {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& parameter) { return parameter.name == argument.name; });
    if (found == parameters.end()) return;
    const auto place = static_cast<std::uint8_t>(found - parameters.begin());
    if (place == 0 || std::find(places.begin(), places.end(), place) != places.end()) return;
    places.push_back(place);
  }
  for (std::size_t index = 1; index < parameters.size(); ++index) {
    const bool is_given = std::find(places.begin(), places.end(), index) != places.end();
    if (!is_given && !parameters[index].fallback) return;  // fails when it is called
  }
  application.places = places.keep(template_.arena);
  application.is_bound = true;
}

void Parser::report_unknown() {
  if (unknown_.empty()) return;
  const Unknown first = unknown_.front();
  unknown_.clear();
  const UnknownName error = evaluator_.unknown_function(first.kind, first.name);
  fail_unknown(error.diagnostic.code, error.diagnostic.message, first.name,
               evaluator_.nearest_function(first.kind, first.name), first.begin, first.end);
}

Application* Parser::filter(const Expression* input) {
  const std::uint32_t begin = current().begin;
  Application* node = nullptr;
  for (;;) {
    if (node != nullptr && !take("|")) return node;
    const std::uint32_t name_begin = current().begin;
    const std::string_view name = dotted_name();
    const std::uint32_t name_end = last_end();
    CallArguments arguments;
    if (sees("(")) arguments = call_arguments();
    auto* next = make<Application>(ExpressionKind::filter, input != nullptr ? input->begin : begin,
                                   {input, arguments.star, arguments.star_star});
    for (const Expression* argument : arguments.positional) add_height(*next, argument);
    for (const NamedArgument& argument : arguments.named) add_height(*next, argument.value);
    next->input = input;
    next->name = name;
    next->arguments = arguments;
    const std::uint32_t whole_begin = next->begin;
    const std::uint32_t whole_end = next->end;
    next->begin = name_begin;  // an unknown filter is marked by its name
    next->end = name_end;
    bind(*next, FunctionKind::filter);
    next->begin = whole_begin;
    next->end = whole_end;
    node = next;
    input = node;
  }
}

const Expression* Parser::test(const Expression* input) {
  const bool is_negated = take_name("not");
  const std::uint32_t begin = current().begin;
  const std::string_view name = dotted_name();
  const std::uint32_t name_end = last_end();
  CallArguments arguments;
  const TokenKind kind = current().kind;
  if (sees("(")) {
    arguments = call_arguments();
  } else if ((kind == TokenKind::name || kind == TokenKind::string || kind == TokenKind::integer ||
              kind == TokenKind::real || sees("[") || sees("{")) &&
             !sees_name("else") && !sees_name("or") && !sees_name("and")) {
    if (sees_name("is")) fail("You cannot chain multiple tests with is", current());
    Gathered<const Expression*> positional;
    positional.push_back(postfix(primary()));
    arguments.positional = positional.keep(template_.arena);
  }
  auto* node = make<Application>(ExpressionKind::test, input->begin, {input, arguments.star, arguments.star_star});
  for (const Expression* argument : arguments.positional) add_height(*node, argument);
  for (const NamedArgument& argument : arguments.named) add_height(*node, argument.value);
  node->input = input;
  node->name = name;
  node->arguments = arguments;
  const std::uint32_t whole_end = node->end;
  node->begin = begin;
  node->end = name_end;
  bind(*node, FunctionKind::test);
  node->begin = input->begin;
  node->end = whole_end;
  if (!is_negated) return node;
  auto* negation = make<Unary>(ExpressionKind::logical_not, input->begin, {node});
  negation->operand = node;
  return negation;
}

}  // namespace evalground::jinja2
