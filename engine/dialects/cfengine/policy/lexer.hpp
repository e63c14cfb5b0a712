// Splits policy text into tokens. The kind of a token depends on its position, so the parser says whether a promise may
// begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text/scanner.hpp"

namespace evalground::cfengine {

enum class TokenKind : std::uint8_t {
  end,
  word,       // `main`, `ns:name`, `bundle.variable`, `5`, `2.5`
  keyword,    // `bundle`, `body`, `promise`: never a word
  string,     // with its quotes
  naked,      // `$(x)`, `@{x}` outside of quotes
  context,    // `linux.!windows::`, unquoted
  section,    // `vars:`
  arrow,      // `=>`
  promisee,   // `->`
  mark,       // one of `{ } ( ) , ;`, and `::` after a quoted context
  macro,      // a line that begins with `@if`, `@else` or `@endif`, with what it skips
  misplaced,  // one that may not stand there: an `@if` within another, an `@else` or `@endif` without one
  comment,
  wrong,  // a byte that begins no token, or an unterminated string
};

struct LexicalToken {
  TokenKind kind;
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
};

// Splits a text into tokens. A lexer is cheap to copy, so a parser may look ahead.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text), scanner_(text) {}

  // The next token. `at_promise`: a section or a context may stand here. Macros and comments are also returned.
  LexicalToken next(bool at_promise);
  std::string_view text(const LexicalToken& token) const { return text_.substr(token.begin, token.end - token.begin); }
  // True after an `@if` without its `@endif`.
  bool is_within_if() const noexcept { return is_within_if_; }

 private:
  TokenKind take(bool at_promise);
  bool take_context();
  bool take_section();
  bool take_naked();
  bool begins_macro() const;
  TokenKind take_macro();
  TokenKind take_string(char quote);
  TokenKind take_word();
  void skip_line();
  void skip_blanks();

  std::string_view text_;
  Scanner scanner_;
  bool is_within_if_ = false;
};

// Whether the condition of `@if` holds in the emulated version: "minimum_version(3.15)", "feature(yaml)"; nothing for
// an invalid condition.
std::optional<bool> macro_holds(std::string_view condition);

}  // namespace evalground::cfengine
