// Template text to tokens: data, tags and what stands in tags, with white space control.
//
//   "a {{- x }}\nb"   data "a", variable_begin, name x, variable_end, data "\nb"
//
// Outside of tags everything up to the next delimiter is data. Delimiters are options and may begin alike ("<%",
// "<%="): the longest that fits wins, and of two of one length the later of variable, comment and block. In a tag the
// closing delimiter is only seen where no bracket is open: "{{ {'a': {}} }}" ends at its last two braces.
//
// White space is dropped by signs and options before the parser sees it: "-" drops all of it on its side, "+" keeps it,
// `trim_blocks` drops the newline behind a block, `lstrip_blocks` the indent before one. Line statements and comments
// (a prefix at the beginning of a line) become the same tokens as blocks.
//
// A character that begins no token is a problem with its place, and reading goes on behind it. By Jinja's lexer, which
// does the same with one regular expression per state.
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
  block_begin,  // {%, or a line statement
  block_end,
  name,
  integer,
  real,
  string,  // with its quotes
  symbol,  // an operator or bracket
  end
};

// An operator or bracket, "==" or "(", as one number: tokens are compared with a symbol more often than with all else.
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
  std::uint32_t begin;  // bytes of the text, half open
  std::uint32_t end;
  std::string_view text;  // data: after white space control
};

using Tokens = std::vector<Token, CountingAllocator<Token>>;

struct LexerProblem {
  std::string message;
  std::uint32_t begin;
  std::uint32_t end;
};

// The text must outlive the tokens, which end with one of kind `end`. What belongs to no token is a problem and left
// out; `with_comments` keeps comments and raw tags, for colours.
struct Lexed {
  Tokens tokens;
  std::vector<LexerProblem> problems;
};
Lexed read_tokens(std::string_view text, const Syntax& syntax, Budget& budget, bool with_comments = false);

// The name of a token in a message: "end of print statement", "name", ",".
std::string describe(const Token& token);

}  // namespace evalground::jinja2
