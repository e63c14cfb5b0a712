// Splits a policy into pieces for the language services. As for colors (policy/tokens.cpp), whether a promise may begin
// is guessed from the last tokens: after a section, a context, a semicolon, or the brace that opens a bundle. A brace
// after `=>` opens a list.
#include "dialects/cfengine/policy_pieces.hpp"

#include "dialects/cfengine/policy/lexer.hpp"

namespace evalground::cfengine {

Pieces policy_pieces(std::string_view text, Budget& budget) {
  Pieces pieces;
  Lexer lexer(text);
  bool at_promise = false;
  std::string_view before;
  for (LexicalToken token = lexer.next(false); token.kind != TokenKind::end; token = lexer.next(at_promise)) {
    budget.step();
    const std::string_view written = lexer.text(token);
    Piece piece{Piece::Kind::sign, token.begin, token.end, std::string(written)};
    switch (token.kind) {
      case TokenKind::comment:
      case TokenKind::macro:
      case TokenKind::misplaced:
        piece.kind = Piece::Kind::comment;
        pieces.push_back(std::move(piece));
        continue;
      case TokenKind::word:
      case TokenKind::keyword: piece.kind = Piece::Kind::name; break;
      case TokenKind::string: piece.kind = Piece::Kind::text; break;
      // A string without an end is still a text, as somebody is typing it.
      case TokenKind::wrong:
        piece.kind = written.starts_with('"') || written.starts_with('\'') ? Piece::Kind::text : Piece::Kind::sign;
        break;
      case TokenKind::section:
      case TokenKind::context: piece.kind = Piece::Kind::edge; break;
      case TokenKind::mark:
        if (written == "(" || written == "{") piece.kind = Piece::Kind::open;
        if (written == ")" || written == "}") piece.kind = Piece::Kind::close;
        if (written == ",") piece.kind = Piece::Kind::comma;
        break;
      default: break;
    }
    at_promise = token.kind == TokenKind::section || token.kind == TokenKind::context || written == ";" ||
                 written == "::" || (written == "{" && before != "=>" && before != "->" && before != "{");
    before = written;
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace evalground::cfengine
