// Splits a template into tokens: data, tags and their content, with whitespace control.
//
//   "a {{- x }}\nb"   data "a", variable_begin, name x, variable_end, data "\nb"
//
// Outside of tags everything up to the next delimiter is data. Delimiters are options and may begin with the same
// characters ("<%", "<%="): the longest match wins. Of equally long ones the last of variable, comment and block wins.
// A closing delimiter is only recognized outside of brackets: "{{ {'a': {}} }}" ends at its last two braces.
//
// Signs and options remove whitespace before the parser sees it: "-" removes all whitespace on its side, "+" keeps it,
// `trim_blocks` removes the newline after a block, `lstrip_blocks` the indent before one. Line statements and comments,
// which have a prefix at the start of a line, become the same tokens as blocks.
//
// An illegal character is a problem with its place, and the lexer continues after it. The rules are those of
// jinja2.lexer, which uses a regular expression for each state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/memory.hpp"
#include "dialects/jinja2/syntax/options.hpp"

namespace evalground::jinja2 {

enum class TokenKind : std::uint8_t {
  data,
  comment,         // only when asked for
  raw,             // the tags `raw` and `endraw`; only when asked for
  variable_begin,  // {{
  variable_end,
  block_begin,  // {% or the start of a line statement
  block_end,
  name,
  integer,
  real,
  string,  // with its quotes
  symbol,  // an operator or bracket
  end
};

// An operator or bracket, such as "==" or "(", as a number, because tokens are mostly compared with symbols.
class Symbol {
 public:
  constexpr Symbol() = default;
  constexpr Symbol(char first, char second)
      : code_(static_cast<std::uint16_t>(static_cast<unsigned char>(first) | static_cast<unsigned char>(second) << 8)) {
  }
  consteval Symbol(const char* text) : Symbol(text[0], text[1]) {}

  constexpr std::uint16_t code() const { return code_; }
  std::string text() const;
  friend constexpr bool operator==(Symbol a, Symbol b) { return a.code_ == b.code_; }

 private:
  std::uint16_t code_ = 0;
};

struct Token {
  TokenKind kind;
  Symbol symbol;        // of kind `symbol`
  std::uint32_t begin;  // range of bytes, end excluded
  std::uint32_t end;
  std::string_view text;  // for data: after white space control
};

using Tokens = std::vector<Token, CountingAllocator<Token>>;

struct LexerProblem {
  std::string message;
  std::uint32_t begin;
  std::uint32_t end;
};

// The result. The template must outlive the tokens, the last of which is of kind `end`. Illegal characters are problems
// and have no token. `with_comments` keeps comments and raw tags, for highlighting.
struct Lexed {
  Tokens tokens;
  std::vector<LexerProblem> problems;
};
Lexed read_tokens(std::string_view text, const Syntax& syntax, Budget& budget, bool with_comments = false);

// The description of a token in messages: "end of print statement", "name", ",".
std::string describe(const Token& token);

}  // namespace evalground::jinja2
