// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/token_stream.hpp"

#include "value/json.hpp"

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

void TokenStream::fail_extension(std::string message, std::string_view extension, const Token& tag) const {
  message.append(" `").append(tag.text).append("` is an extension: set the option `extensions` to `");
  message.append(extension).append("`.");
  Error error("syntax", std::move(message), source_.origin(tag.begin, tag.end, context_));
  const Value* given = context_.workspace.options.find("extensions");
  List extensions = given != nullptr && given->is_list() ? given->as_list() : List();
  extensions.push_back(Value::string(extension));
  const OriginId option = context_.origin_of_input(Via::input, "options.extensions");
  error.diagnostic.fixes.push_back({"Set the option `extensions` to `" + std::string(extension) + "`",
                                    {{option, write_json(Value::list(std::move(extensions)), context_.budget)}}});
  throw error;
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
