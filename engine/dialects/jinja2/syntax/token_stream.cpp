// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/token_stream.hpp"

namespace evalground::jinja2 {

void TokenStream::fail(std::string message, std::uint32_t begin, std::uint32_t end, std::string_view code) const {
  throw Error(std::string(code), std::move(message), source_.origin(begin, end, context_));
}

void TokenStream::fail(std::string message, const Token& token, std::string_view code) const {
  fail(std::move(message), token.begin, token.end, code);
}

void TokenStream::fail_unknown(std::string code, std::string message, std::string_view name, std::string_view nearest,
                               std::uint32_t begin, std::uint32_t end) const {
  throw Error(unknown_name(context_.sources, source_.origin(begin, end, context_), std::move(code), std::move(message),
                           name, nearest));
}

void TokenStream::expected(std::string_view what) const {
  if (current().kind == TokenKind::end) {
    fail("unexpected end of template, expected '" + std::string(what) + "'.", current());
  }
  fail("expected token '" + std::string(what) + "', got '" + describe(current()) + "'", current());
}

void TokenStream::expect(Symbol symbol) {
  if (!take(symbol)) expected(symbol.text());
}

void TokenStream::expect_keyword(std::string_view name) {
  if (!take_name(name)) expected(name);
}

const Token& TokenStream::expect_name() {
  if (current().kind != TokenKind::name) expected("name");
  return take();
}

}  // namespace evalground::jinja2
