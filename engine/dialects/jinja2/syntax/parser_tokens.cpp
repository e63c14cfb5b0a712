// What the parser takes from its tokens, and how it says that another one was expected.
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/parser_state.hpp"

namespace evalground::jinja2 {

void Parser::fail(std::string message, std::uint32_t begin, std::uint32_t end, std::string_view code) const {
  throw Error(std::string(code), std::move(message), template_.origin(begin, end, evaluator_.context));
}

void Parser::fail(std::string message, const Token& token, std::string_view code) const {
  fail(std::move(message), token.begin, token.end, code);
}

void Parser::fail_unknown(std::string code, std::string message, std::string_view name, std::string_view nearest,
                          std::uint32_t begin, std::uint32_t end) const {
  Context& context = evaluator_.context;
  throw Error(unknown_name(context.sources, template_.origin(begin, end, context), std::move(code), std::move(message),
                           name, nearest));
}

void Parser::expected(std::string_view what) const {
  if (current().kind == TokenKind::end) {
    fail("unexpected end of template, expected '" + std::string(what) + "'.", current());
  }
  fail("expected token '" + std::string(what) + "', got '" + describe(current()) + "'", current());
}

void Parser::expect(Symbol symbol) {
  if (!take(symbol)) expected(symbol.text());
}

void Parser::expect_keyword(std::string_view name) {
  if (!take_name(name)) expected(name);
}

const Token& Parser::expect_name() {
  if (current().kind != TokenKind::name) expected("name");
  return take();
}

}  // namespace evalground::jinja2
