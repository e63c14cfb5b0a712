// Splits YAQL text into tokens on demand, so a wrong character is an error only when the parser reaches it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/scanner.hpp"

namespace evalground::yaql {

enum class Lexeme : std::uint8_t {
  end,
  variable,  // $name, text without the $
  number,    // 12, 1.5
  function,  // name(, text without the parenthesis
  word,      // a keyword constant, or true, false, null
  text,      // '…', "…" or `…` with escapes replaced
  sign       // an operator or bracket; also the words and, or, not, in, mod
};

struct LexToken {
  Lexeme kind = Lexeme::end;
  std::size_t begin = 0;  // bytes, half open
  std::size_t end = 0;
  std::string text;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : scanner_(text), text_(text) {}

  // The next token; absent when the character at offset() is illegal.
  std::optional<LexToken> next();
  std::size_t offset() const { return scanner_.offset(); }
  // Skips an illegal character.
  void skip() { scanner_.skip(); }
  std::string_view text() const { return text_; }

 private:
  bool take_number(LexToken& token);
  bool take_name(LexToken& token);
  bool take_quoted(LexToken& token);
  bool take_verbatim(LexToken& token);
  void take_escape(std::string& out);

  Scanner scanner_;
  std::string_view text_;
};

}  // namespace evalground::yaql
