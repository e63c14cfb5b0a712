// Colors for an expression, from its tokens alone. Text that begins no token is skipped, so an unfinished expression
// keeps its colors.
#include "dialects/yaql/syntax/tokens.hpp"

#include "dialects/yaql/syntax/lexer.hpp"

namespace evalground::yaql {
namespace {

std::string_view kind_of(const LexToken& token) {
  switch (token.kind) {
    case Lexeme::end: return {};
    case Lexeme::variable: return "variable";
    case Lexeme::number: return "number";
    case Lexeme::function: return "function";
    case Lexeme::text: return "string";
    case Lexeme::word:
      return token.text == "true" || token.text == "false" || token.text == "null" ? "keyword" : "name";
    case Lexeme::sign: break;
  }
  constexpr std::string_view brackets = "[]{}(),";
  if (brackets.find(token.text) != std::string_view::npos) return "punctuation";
  return token.text[0] >= 'a' && token.text[0] <= 'z' ? "keyword" : "operator";
}

}  // namespace

void write_tokens(std::string_view text, const Place& place, std::vector<Token>& tokens) {
  Lexer lexer(text);
  for (;;) {
    const std::optional<LexToken> token = lexer.next();
    if (!token) {
      lexer.skip();
      continue;
    }
    if (token->kind == Lexeme::end) return;
    // The parenthesis after a function's name becomes a token of its own.
    const std::size_t end = token->kind == Lexeme::function ? token->end - 1 : token->end;
    tokens.push_back({place.file, place.offset(token->begin), place.offset(end), kind_of(*token)});
    if (token->kind == Lexeme::function) {
      tokens.push_back({place.file, place.offset(end), place.offset(token->end), "punctuation"});
    }
  }
}

}  // namespace evalground::yaql
