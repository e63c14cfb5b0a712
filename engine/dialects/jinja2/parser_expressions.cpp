#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/number.hpp"
#include "base/utf8.hpp"
#include "dialects/jinja2/methods.hpp"
#include "dialects/jinja2/parser_state.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace {

std::string without_underscores(std::string_view text) {
  std::string digits(text);
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  return digits;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

void Parser::fail(std::string message, std::uint32_t begin, std::uint32_t end, std::string_view code) const {
  throw Error(std::string(code), std::move(message), template_.origin(begin, end, evaluator_.context));
}

void Parser::fail(std::string message, const Token& token, std::string_view code) const {
  fail(std::move(message), token.begin, token.end, code);
}

void Parser::expected(std::string_view what) const {
  if (current().kind == TokenKind::end) {
    fail("unexpected end of template, expected '" + std::string(what) + "'.", current());
  }
  fail("expected token '" + std::string(what) + "', got '" + describe(current()) + "'", current());
}

void Parser::expect(std::string_view symbol) {
  if (!take(symbol)) expected(symbol);
}

void Parser::expect_keyword(std::string_view name) {
  if (!take_name(name)) expected(name);
}

const Token& Parser::expect_name() {
  if (current().kind != TokenKind::name) expected("name");
  return take();
}

void Parser::add_height(Expression& node, const Expression* child) {
  if (child == nullptr) return;
  if (child->height >= most_height) throw LimitError(Limit::depth, most_height);
  node.height = std::max(node.height, static_cast<std::uint16_t>(child->height + 1));
}

const Expression* Parser::constant(Value value, std::uint32_t begin) {
  auto* node = make<Constant>(ExpressionKind::constant, begin, {});
  node->value = template_.constant(std::move(value));
  return node;
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
  static constexpr std::pair<std::string_view, Comparison> symbols[] = {
      {"==", Comparison::equal},      {"!=", Comparison::unequal}, {"<", Comparison::less},
      {"<=", Comparison::less_equal}, {">", Comparison::greater},  {">=", Comparison::greater_equal},
  };
  const std::uint32_t begin = current().begin;
  const Expression* first = sum();
  std::vector<Compared> rest;
  for (;;) {
    Comparison comparison = Comparison::in;
    if (current().kind == TokenKind::symbol) {
      const auto* found = std::find_if(std::begin(symbols), std::end(symbols),
                                       [&](const auto& symbol) { return symbol.first == current().text; });
      if (found == std::end(symbols)) break;
      comparison = found->second;
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
    rest.push_back({comparison, sum()});
  }
  if (rest.empty()) return first;
  auto* node = make<Compare>(ExpressionKind::compare, begin, {first});
  for (const Compared& compared : rest) add_height(*node, compared.operand);
  node->first = first;
  node->rest = keep(rest);
  return node;
}

const Expression* Parser::sum() {
  const std::uint32_t begin = current().begin;
  const Expression* left = concatenation();
  while (sees("+") || sees("-")) {
    const ExpressionKind kind = take().text == "+" ? ExpressionKind::add : ExpressionKind::subtract;
    const Expression* right = concatenation();
    auto* node = make<Binary>(kind, begin, {left, right});
    node->left = left;
    node->right = right;
    left = node;
  }
  return left;
}

const Expression* Parser::concatenation() {
  const std::uint32_t begin = current().begin;
  std::vector<const Expression*> parts{product()};
  while (take("~")) parts.push_back(product());
  if (parts.size() == 1) return parts.front();
  auto* node = make<Concatenation>(ExpressionKind::concatenate, begin, {});
  for (const Expression* part : parts) add_height(*node, part);
  node->parts = keep(parts);
  return node;
}

const Expression* Parser::product() {
  const std::uint32_t begin = current().begin;
  const Expression* left = power();
  while (sees("*") || sees("/") || sees("//") || sees("%")) {
    const std::string_view symbol = take().text;
    const ExpressionKind kind = symbol == "*"    ? ExpressionKind::multiply
                                : symbol == "/"  ? ExpressionKind::divide
                                : symbol == "//" ? ExpressionKind::floor_divide
                                                 : ExpressionKind::modulo;
    const Expression* right = power();
    auto* node = make<Binary>(kind, begin, {left, right});
    node->left = left;
    node->right = right;
    left = node;
  }
  return left;
}

const Expression* Parser::power() {
  const std::uint32_t begin = current().begin;
  const Expression* left = unary();
  while (take("**")) {
    const Expression* right = unary();
    auto* node = make<Binary>(ExpressionKind::power, begin, {left, right});
    node->left = left;
    node->right = right;
    left = node;
  }
  return left;
}

const Expression* Parser::unary(bool with_filter) {
  const Depth depth = evaluator_.context.budget.enter();
  const std::uint32_t begin = current().begin;
  const Expression* node = nullptr;
  if (sees("-") || sees("+")) {
    const ExpressionKind kind = take().text == "-" ? ExpressionKind::minus : ExpressionKind::plus;
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

bool Parser::is_tuple_end(std::string_view end_name) const {
  const TokenKind kind = current().kind;
  if (kind == TokenKind::variable_end || kind == TokenKind::block_end || sees(")")) return true;
  return !end_name.empty() && sees_name(end_name);
}

const Expression* Parser::tuple(TupleItems kind, std::string_view end_name, bool is_in_parentheses) {
  const std::uint32_t begin = current().begin;
  std::vector<const Expression*> items;
  bool is_tuple = false;
  for (;;) {
    if (!items.empty()) expect(",");
    if (is_tuple_end(end_name)) break;
    switch (kind) {
      case TupleItems::simple: items.push_back(primary()); break;
      case TupleItems::expressions: items.push_back(expression()); break;
      case TupleItems::unconditional: items.push_back(logical_or()); break;
      case TupleItems::targets: {
        const Expression* item = primary();
        if (item->kind == ExpressionKind::name && sees(".") && ahead().kind == TokenKind::name) item = subscript(item);
        items.push_back(item);
        break;
      }
    }
    if (!sees(",")) break;
    is_tuple = true;
  }
  if (!is_tuple) {
    if (!items.empty()) return items.front();
    if (!is_in_parentheses) fail("Expected an expression, got '" + describe(current()) + "'", current());
  }
  auto* node = make<Sequence>(ExpressionKind::tuple, begin, {});
  for (const Expression* item : items) add_height(*node, item);
  node->items = keep(items);
  return node;
}

const Expression* Parser::list() {
  const std::uint32_t begin = take().begin;
  std::vector<const Expression*> items;
  while (!sees("]")) {
    if (!items.empty()) expect(",");
    if (sees("]")) break;
    items.push_back(expression());
  }
  expect("]");
  auto* node = make<Sequence>(ExpressionKind::list, begin, {});
  for (const Expression* item : items) add_height(*node, item);
  node->items = keep(items);
  return node;
}

const Expression* Parser::map() {
  const std::uint32_t begin = take().begin;
  std::vector<MapEntry> entries;
  while (!sees("}")) {
    if (!entries.empty()) expect(",");
    if (sees("}")) break;
    const Expression* key = expression();
    expect(":");
    entries.push_back({key, expression()});
  }
  expect("}");
  auto* node = make<MapLiteral>(ExpressionKind::map, begin, {});
  for (const MapEntry& entry : entries) {
    add_height(*node, entry.key);
    add_height(*node, entry.value);
  }
  node->entries = keep(entries);
  return node;
}

std::string Parser::decode_string(const Token& token) const {
  const std::string_view text = token.text.substr(1, token.text.size() - 2);
  std::string result;
  result.reserve(text.size());
  const bool is_raw = syntax_.escape_backslashes && in_variable_;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') {
      result += syntax_.newline;
      continue;
    }
    if (c != '\\' || is_raw || at + 1 == text.size()) {
      result += c;
      continue;
    }
    const char escaped = text[++at];
    switch (escaped) {
      case '\n': break;
      case '\\':
      case '\'':
      case '"': result += escaped; break;
      case 'a': result += '\a'; break;
      case 'b': result += '\b'; break;
      case 'f': result += '\f'; break;
      case 'n': result += '\n'; break;
      case 'r': result += '\r'; break;
      case 't': result += '\t'; break;
      case 'v': result += '\v'; break;
      case 'x':
      case 'u':
      case 'U': {
        const std::size_t count = escaped == 'x' ? 2 : escaped == 'u' ? 4 : 8;
        char32_t code = 0;
        for (std::size_t digit = 0; digit < count; ++digit) {
          const int value = at + 1 < text.size() ? hex_digit(text[at + 1]) : -1;
          if (value < 0) {
            fail(std::string("truncated \\") + escaped + std::string(count, 'X') + " escape", token);
          }
          code = code * 16 + static_cast<char32_t>(value);
          ++at;
        }
        if (code > 0x10FFFF) fail("illegal Unicode character", token);
        append_code_point(result, code);
        break;
      }
      default:
        if (escaped >= '0' && escaped <= '7') {
          char32_t code = 0;
          std::size_t digit = 0;
          for (; digit < 3 && at + digit < text.size() && text[at + digit] >= '0' && text[at + digit] <= '7'; ++digit) {
            code = code * 8 + static_cast<char32_t>(text[at + digit] - '0');
          }
          at += digit - 1;
          append_code_point(result, code);
        } else {
          result += '\\';
          result += escaped;
        }
    }
  }
  return result;
}

const Expression* Parser::strings() {
  const std::uint32_t begin = current().begin;
  std::string text;
  while (current().kind == TokenKind::string) {
    text += decode_string(current());
    take();
  }
  return constant(Value::string(text), begin);
}

const Expression* Parser::integer() {
  const Token& token = take();
  const std::string digits = without_underscores(token.text);
  unsigned base = 10;
  std::string_view rest = digits;
  if (digits.size() > 2 && digits[0] == '0') {
    const char letter = static_cast<char>(digits[1] | 0x20);
    base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 10;
    if (base != 10) rest.remove_prefix(2);
  }
  if (const auto number = parse_digits(rest, base, false)) {
    return constant(Value::integer(number.value), token.begin);
  }
  const std::optional<BigInt> number = BigInt::parse(rest, base);
  if (!number) fail("The integer is too long: at most 10,000 digits are allowed.", token);
  return constant(integer_value(*number), token.begin);
}

const Expression* Parser::real() {
  const Token& token = take();
  const auto number = parse_real(without_underscores(token.text));
  return constant(Value::real(number ? number.value : HUGE_VAL), token.begin);
}

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
  std::vector<const Expression*> keys;
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
    if (keys.front()->kind == ExpressionKind::slice) {
      auto* slice = const_cast<Slice*>(static_cast<const Slice*>(keys.front()));
      slice->holder = holder;
      slice->begin = holder->begin;
      slice->end = last_end();
      add_height(*slice, holder);
      return slice;
    }
    auto* node = make<Item>(ExpressionKind::item, holder->begin, {holder, keys.front()});
    node->holder = holder;
    node->key = keys.front();
    return node;
  }
  auto* key = make<Sequence>(ExpressionKind::tuple, begin, {});
  for (const Expression* part : keys) {
    if (part->kind == ExpressionKind::slice) fail("A slice cannot be part of a key.", part->begin, part->end, "syntax");
    add_height(*key, part);
  }
  key->items = keep(keys);
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
  std::vector<const Expression*> positional;
  std::vector<NamedArgument> named;
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
    } else if (current().kind == TokenKind::name && ahead().kind == TokenKind::symbol && ahead().text == "=") {
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
  arguments.positional = keep(positional);
  arguments.named = keep(named);
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

std::string Parser::dotted_name() {
  std::string name(expect_name().text);
  while (take(".")) name.append(".").append(expect_name().text);
  return name;
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
  std::vector<std::uint8_t> places;
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
  application.places = keep(places);
  application.is_bound = true;
}

void Parser::report_unknown() {
  if (unknown_.empty()) return;
  const Unknown first = unknown_.front();
  unknown_.clear();
  const bool is_filter = first.kind == FunctionKind::filter;
  fail(evaluator_.unknown_function(first.kind, first.name), first.begin, first.end,
       is_filter ? "unknown-filter" : "unknown-test");
}

Application* Parser::filter(const Expression* input) {
  const std::uint32_t begin = current().begin;
  Application* node = nullptr;
  for (;;) {
    if (node != nullptr && !take("|")) return node;
    const std::uint32_t name_begin = current().begin;
    const std::string_view name = template_.arena.copy(dotted_name());
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
  const std::string_view name = template_.arena.copy(dotted_name());
  const std::uint32_t name_end = last_end();
  CallArguments arguments;
  const TokenKind kind = current().kind;
  if (sees("(")) {
    arguments = call_arguments();
  } else if ((kind == TokenKind::name || kind == TokenKind::string || kind == TokenKind::integer ||
              kind == TokenKind::real || sees("[") || sees("{")) &&
             !sees_name("else") && !sees_name("or") && !sees_name("and")) {
    if (sees_name("is")) fail("You cannot chain multiple tests with is", current());
    arguments.positional = keep(std::vector<const Expression*>{postfix(primary())});
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
