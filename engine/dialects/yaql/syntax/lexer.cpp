// Tokens of a YAQL expression, as yaql.language.lexer defines them. A name that is directly followed by a parenthesis
// is one token, so that `name (` is different from a call. Words such as `and` are signs.
#include "dialects/yaql/syntax/lexer.hpp"

#include <algorithm>
#include <utility>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/utf8.hpp"

namespace evalground::yaql {
namespace {

// The length of the longest sign at the start of a text; 0 when it starts with something else.
// Longest match: "=>" before "=". "!" and "?" alone are no signs.
std::size_t sign_size(char first, char second) {
  switch (first) {
    case '.':
    case '+':
    case '*':
    case '/':
    case '[':
    case ']':
    case '{':
    case '}':
    case '(':
    case ')':
    case ',': return 1;
    case '?': return second == '.' ? 2 : 0;
    case '!': return second == '=' || second == '~' ? 2 : 0;
    case '=': return second == '>' || second == '~' ? 2 : 1;
    case '-': return second == '>' ? 2 : 1;
    case '>':
    case '<': return second == '=' ? 2 : 1;
    default: return 0;
  }
}

// Operators that are words. They cannot be used as bare strings or names of properties.
constexpr std::string_view sign_words[] = {"and", "or", "not", "in", "mod"};

// Names may contain any Unicode letter, as Python's \w does.
bool is_letter(char32_t code_point) {
  return is_word_character(code_point) && !(code_point >= '0' && code_point <= '9');
}

// 99 is no digit in any base.
int digit_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

// Numbers end at a word boundary: 1.5 and 007 are numbers, 1e3 and 5a are not. "1.5e3" is the number 1, then ".5e3".
bool Lexer::take_number(LexToken& token) {
  const std::size_t begin = scanner_.offset();
  const auto at_boundary = [&] { return scanner_.at_end() || !is_word_character(scanner_.peek_code_point().value); };
  if (!is_ascii_digit(scanner_.peek())) return false;
  scanner_.take_while(is_ascii_digit);
  const std::size_t whole = scanner_.offset();
  const bool whole_ends = at_boundary();
  if (scanner_.peek() == '.' && is_ascii_digit(scanner_.peek(1))) {
    scanner_.skip();
    scanner_.take_while(is_ascii_digit);
    if (!at_boundary()) scanner_.rewind(whole);
  }
  if (scanner_.offset() == whole && !whole_ends) {
    scanner_.rewind(begin);
    return false;
  }
  token.kind = Lexeme::number;
  token.text = scanner_.between(begin, scanner_.offset());
  return true;
}

// A word must not begin with two underscores; a function may.
bool Lexer::take_name(LexToken& token) {
  const std::size_t begin = scanner_.offset();
  if (!is_letter(scanner_.peek_code_point().value)) return false;
  const std::string_view name = scanner_.take_code_points_while(is_word_character);
  token.text = name;
  if (scanner_.take('(')) {
    token.kind = Lexeme::function;
    return true;
  }
  if (name.starts_with("__")) {
    scanner_.rewind(begin);
    return false;
  }
  const bool is_sign = std::find(std::begin(sign_words), std::end(sign_words), name) != std::end(sign_words);
  token.kind = is_sign ? Lexeme::sign : Lexeme::word;
  return true;
}

// Reads an escape after its backslash. An unknown escape keeps its backslash: '\d' is a backslash and a d.
void Lexer::take_escape(std::string& out) {
  constexpr std::string_view letters = "\\'\"abfnrtv";
  constexpr std::string_view meanings = "\\'\"\a\b\f\n\r\t\v";
  const char c = scanner_.peek();
  if (const std::size_t at = letters.find(c); c != '\0' && at != std::string_view::npos) {
    scanner_.skip();
    out += meanings[at];
    return;
  }
  const auto take_digits = [&](std::size_t skipped, std::size_t least, std::size_t most, int base) {
    std::size_t count = 0;
    char32_t number = 0;
    while (count < most && digit_value(scanner_.peek(skipped + count)) < base) {
      number =
          number * static_cast<char32_t>(base) + static_cast<char32_t>(digit_value(scanner_.peek(skipped + count)));
      ++count;
    }
    if (count < least) return false;
    scanner_.skip(skipped + count);
    append_code_point(out, number);
    return true;
  };
  if (take_digits(0, 1, 3, 8)) return;
  if (c == 'x' && take_digits(1, 2, 2, 16)) return;
  if (c == 'u' && take_digits(1, 4, 4, 16)) return;
  if (c == 'U' && take_digits(1, 8, 8, 16)) return;
  out += '\\';
}

// A text without an end is no token, and so a lexical error at its quote.
bool Lexer::take_quoted(LexToken& token) {
  const std::size_t begin = scanner_.offset();
  const char quote = scanner_.peek();
  if (quote != '\'' && quote != '"') return false;
  scanner_.skip();
  std::string text;
  while (!scanner_.at_end()) {
    if (scanner_.take(quote)) {
      token.kind = Lexeme::text;
      token.text = std::move(text);
      return true;
    }
    if (scanner_.take('\\')) {
      if (!scanner_.at_end()) take_escape(text);
      continue;
    }
    text += scanner_.peek();
    scanner_.skip();
  }
  scanner_.rewind(begin);
  return false;
}

// Text in backquotes, in which only \` is an escape.
bool Lexer::take_verbatim(LexToken& token) {
  const std::size_t begin = scanner_.offset();
  if (!scanner_.take('`')) return false;
  std::string text;
  while (!scanner_.at_end()) {
    if (scanner_.take('`')) {
      token.kind = Lexeme::text;
      token.text = std::move(text);
      return true;
    }
    if (scanner_.take("\\`")) {
      text += '`';
    } else if (scanner_.peek() == '\\' && scanner_.peek(1) != '\0') {
      // A backslash protects the next character from ending the text. This includes a backslash: `a\\` ends at the
      // second backquote.
      text += scanner_.peek();
      text += scanner_.peek(1);
      scanner_.skip(2);
    } else {
      text += scanner_.peek();
      scanner_.skip();
    }
  }
  scanner_.rewind(begin);
  return false;
}

// Nothing for a character that begins no token. The scanner then stands at it.
std::optional<LexToken> Lexer::next() {
  scanner_.take_while([](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
  LexToken token;
  token.begin = scanner_.offset();
  const auto done = [&] {
    token.end = scanner_.offset();
    return std::move(token);
  };
  if (scanner_.at_end()) return done();
  // Signs first: most tokens are signs, and no other token begins with their characters.
  if (const std::size_t size = sign_size(scanner_.peek(), scanner_.peek(1)); size > 0) {
    scanner_.skip(size);
    token.kind = Lexeme::sign;
    token.text = scanner_.between(token.begin, scanner_.offset());
    return done();
  }
  if (scanner_.take('$')) {
    token.kind = Lexeme::variable;
    token.text = scanner_.take_code_points_while(is_word_character);
    return done();
  }
  if (take_number(token) || take_name(token) || take_quoted(token) || take_verbatim(token)) return done();
  return std::nullopt;
}

}  // namespace evalground::yaql
