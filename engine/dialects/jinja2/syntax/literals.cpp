// Constants and collections: strings, numbers, tuples, lists and maps.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/syntax/expression_parser.hpp"
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

// The character of `\xHH`, `\uHHHH` or `\UHHHHHHHH`, whose letter is at `at`. Leaves `at` at its last digit.
char32_t hexadecimal_escape(const TokenStream& tokens, const Token& token, std::string_view text, std::size_t& at) {
  const char letter = text[at];
  const std::size_t count = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
  char32_t code = 0;
  for (std::size_t digit = 0; digit < count; ++digit) {
    const int value = at + 1 < text.size() ? hex_digit(text[at + 1]) : -1;
    if (value < 0) tokens.fail(std::string("truncated \\") + letter + std::string(count, 'X') + " escape", token);
    code = code * 16 + static_cast<char32_t>(value);
    ++at;
  }
  if (code > 0x10FFFF) tokens.fail("illegal Unicode character", token);
  return code;
}

// The character of `\17`, whose first digit is at `at`. Leaves `at` at its last digit.
char32_t octal_escape(std::string_view text, std::size_t& at) {
  char32_t code = 0;
  std::size_t digit = 0;
  for (; digit < 3 && at + digit < text.size() && is_octal_digit(text[at + digit]); ++digit) {
    code = code * 8 + static_cast<char32_t>(text[at + digit] - '0');
  }
  at += digit - 1;
  return code;
}

}  // namespace

bool ExpressionParser::is_tuple_end() const {
  const TokenKind kind = tokens_.current().kind;
  return kind == TokenKind::variable_end || kind == TokenKind::block_end || tokens_.sees(")");
}

// Reads `a`, `a, b` or `a,`. A single expression without a comma is this expression and no tuple. `kind` says which
// expressions may stand here: in `for a, b in x` they are targets, and after `in` no inline `if`, which would begin the
// loop's condition. An empty tuple needs parentheses.
Expression* ExpressionParser::tuple(TupleItems kind, bool is_in_parentheses) {
  const std::uint32_t begin = tokens_.current().begin;
  Gathered<Expression*> items;
  bool is_tuple = false;
  for (;;) {
    if (!items.empty()) tokens_.expect(",");
    if (is_tuple_end()) break;
    switch (kind) {
      case TupleItems::simple: items.push_back(primary()); break;
      case TupleItems::expressions: items.push_back(expression()); break;
      case TupleItems::unconditional: items.push_back(logical_or()); break;
      case TupleItems::targets: {
        Expression* item = primary();
        if (item->kind == ExpressionKind::name && tokens_.sees(".")) {
          if (tokens_.ahead().kind != TokenKind::name) {
            tokens_.take();
            tokens_.expected("name");
          }
          item = subscript(item);
        }
        items.push_back(item);
        break;
      }
    }
    if (!tokens_.sees(",")) break;
    is_tuple = true;
  }
  if (!is_tuple) {
    if (!items.empty()) return items[0];
    if (!is_in_parentheses)
      tokens_.fail("Expected an expression, got '" + describe(tokens_.current()) + "'", tokens_.current());
  }
  auto* node = build_.make<Sequence>(ExpressionKind::tuple, begin, {});
  for (Expression* item : items) build_.add_height(*node, item);
  node->items = items.keep(build_.arena());
  return node;
}

// A trailing comma is allowed, as in maps.
Expression* ExpressionParser::list() {
  const std::uint32_t begin = tokens_.take().begin;
  Gathered<Expression*> items;
  while (!tokens_.sees("]")) {
    if (!items.empty()) tokens_.expect(",");
    if (tokens_.sees("]")) break;
    items.push_back(expression());
  }
  tokens_.expect("]");
  auto* node = build_.make<Sequence>(ExpressionKind::list, begin, {});
  for (Expression* item : items) build_.add_height(*node, item);
  node->items = items.keep(build_.arena());
  return node;
}

Expression* ExpressionParser::map() {
  const std::uint32_t begin = tokens_.take().begin;
  Gathered<MapEntry> entries;
  while (!tokens_.sees("}")) {
    if (!entries.empty()) tokens_.expect(",");
    if (tokens_.sees("}")) break;
    Expression* key = expression();
    tokens_.expect(":");
    entries.push_back({key, expression()});
  }
  tokens_.expect("}");
  auto* node = build_.make<MapLiteral>(ExpressionKind::map, begin, {});
  for (const MapEntry& entry : entries) {
    build_.add_height(*node, entry.key);
    build_.add_height(*node, entry.value);
  }
  node->entries = entries.keep(build_.arena());
  return node;
}

// The characters of a string literal. Python's escapes are decoded. But in a print tag with `escape_backslashes`, `\n`
// is a backslash and an n.
std::string ExpressionParser::decoded(const Token& token) const {
  const std::string_view text = token.text.substr(1, token.text.size() - 2);
  std::string result;
  result.reserve(text.size());
  const bool is_raw = syntax_.escape_backslashes && in_print_;
  // There a backslash does not keep a quote from ending the text.
  const std::string escaped_quote = std::string("\\") + token.text[0];
  if (const std::size_t at = text.find(escaped_quote); is_raw && at != std::string_view::npos) {
    const std::string_view rest = text.substr(at + 2);
    const std::size_t end = std::max<std::size_t>(
        rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"), 1);
    tokens_.fail("expected token 'end of print statement', got '" + std::string(rest.substr(0, end)) + "'", token);
  }
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
      case '\n':  // goes on in the next line where a newline is still one
        if (syntax_.newline != "\n") result.append("\\").append(syntax_.newline);
        break;
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
      case 'U': append_code_point(result, hexadecimal_escape(tokens_, token, text, at)); break;
      default:
        if (is_octal_digit(escaped)) {
          append_code_point(result, octal_escape(text, at));
        } else {
          result += '\\';
          result += escaped;
        }
    }
  }
  return result;
}

// 'a' 'b' is 'ab', as in Python.
Expression* ExpressionParser::strings() {
  const std::uint32_t begin = tokens_.current().begin;
  std::string text;
  while (tokens_.sees(TokenKind::string)) {  // adjacent strings are one string
    text += decoded(tokens_.current());
    tokens_.take();
  }
  Expression* node = build_.constant(Value::string(text), begin);
  if (syntax_.embeds_everywhere) embed(node);
  return node;
}

// Marks strings that contain templates for evaluation: the literal itself, or strings in a list or map.
void ExpressionParser::embed(Expression* node) {
  switch (node->kind) {
    case ExpressionKind::constant: {
      const Value& value = *static_cast<Constant*>(node)->value;
      if (!value.is_string() || !syntax_.begins_template(value.as_string())) return;
      node->kind = ExpressionKind::embedded;
      node->is_constant = false;
      return;
    }
    case ExpressionKind::list:
    case ExpressionKind::tuple:
      for (Expression* item : static_cast<Sequence*>(node)->items) embed_in(*node, item);
      return;
    case ExpressionKind::map:
      for (const MapEntry& entry : static_cast<MapLiteral*>(node)->entries) embed_in(*node, entry.value);
      return;
    default: return;
  }
}

void ExpressionParser::embed_in(Expression& holder, Expression* part) {
  embed(part);
  holder.is_constant = holder.is_constant && part->is_constant;
}

// 0xff, 0o17, 0b11, 1_000. A number beyond 64 bits becomes a long integer.
Expression* ExpressionParser::integer() {
  const Token& token = tokens_.take();
  const std::string digits = without_underscores(token.text);
  unsigned base = 10;
  std::string_view rest = digits;
  if (digits.size() > 2 && digits[0] == '0') {
    const char letter = static_cast<char>(digits[1] | 0x20);
    base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 10;
    if (base != 10) rest.remove_prefix(2);
  }
  if (const auto number = parse_digits(rest, base, false)) {
    return build_.constant(Value::integer(number.value), token.begin);
  }
  const std::optional<BigInt> number = BigInt::parse(rest, base);
  if (!number) tokens_.fail("The integer is too long: at most 10,000 digits are allowed.", token);
  return build_.constant(integer_value(*number), token.begin);
}

// A number too large for a double is infinity, as in Python.
Expression* ExpressionParser::real() {
  const Token& token = tokens_.take();
  const auto number = parse_real(without_underscores(token.text));
  return build_.constant(Value::real(number ? number.value : HUGE_VAL), token.begin);
}

}  // namespace evalground::jinja2
