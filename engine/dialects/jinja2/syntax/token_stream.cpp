// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/token_stream.hpp"

#include <algorithm>

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

// A tag that was not closed is found out at the end of the template, or in the words of a later line. `{{` and `%}` are
// those of the syntax; templates with other delimiters get no fix.
void TokenStream::fail_unclosed(std::string message) const {
  Error error("syntax", std::move(message), source_.origin(current().begin, current().end, context_));
  std::size_t at = at_;
  while (at > 0 && tokens_[at].kind != TokenKind::variable_begin && tokens_[at].kind != TokenKind::block_begin) --at;
  const Token& opening = tokens_[at];
  const bool is_print = opening.kind == TokenKind::variable_begin;
  const std::string_view mark = is_print ? "{{" : "{%";
  if (opening.text.starts_with(mark)) {
    const auto line = std::count(source_.text.begin(), source_.text.begin() + opening.begin, '\n') + 1;
    const std::string closing = is_print ? "}}" : "%}";
    error.diagnostic.message += " The `" + std::string(mark) + "` of line " + std::to_string(line) + " is not closed.";
    error.diagnostic.fixes.push_back(
        {"Add `" + closing + "`", {{source_.origin(last_end(), last_end(), context_), " " + closing}}});
  }
  throw error;
}

void TokenStream::expected(std::string_view what) const {
  if (current().kind == TokenKind::end)
    fail_unclosed("unexpected end of template, expected '" + std::string(what) + "'.");
  std::string message = "expected token '" + std::string(what) + "', got '" + describe(current()) + "'";
  const std::string_view between =
      std::string_view(source_.text).substr(last_end(), std::max(current().begin, last_end()) - last_end());
  if (what.starts_with("end of ") && between.find('\n') != std::string_view::npos) fail_unclosed(message + ".");
  fail(std::move(message), current());
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
