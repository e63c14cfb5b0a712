// The tokens of a template for the parsers, and the errors for unexpected ones.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "dialects/jinja2/syntax/lexer.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

class TokenStream {
 public:
  // The last token is of kind `end`. After all others it is returned again and again.
  TokenStream(Tokens tokens, const Template& source, Context& context)
      : tokens_(std::move(tokens)), source_(source), context_(context) {}

  const Token& current() const { return tokens_[at_]; }
  const Token& ahead(std::size_t count = 1) const { return tokens_[std::min(at_ + count, tokens_.size() - 1)]; }
  bool sees(Symbol symbol) const { return current().symbol == symbol; }
  bool sees(TokenKind kind) const { return current().kind == kind; }
  bool sees_name(std::string_view name) const { return is_name(current(), name); }
  static bool is_name(const Token& token, std::string_view name) {
    return token.kind == TokenKind::name && token.text == name;
  }

  const Token& take() {
    const Token& token = tokens_[at_];
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  // Takes the token only if it is that symbol.
  bool take(Symbol symbol) {
    if (!sees(symbol)) return false;
    take();
    return true;
  }
  bool take_name(std::string_view name) {
    if (!sees_name(name)) return false;
    take();
    return true;
  }
  // Takes that symbol, or throws Error "syntax".
  void expect(Symbol symbol);
  void expect_keyword(std::string_view name);
  const Token& expect_name();

  // Positions in the stream, to parse a part twice.
  std::size_t offset() const { return at_; }
  void rewind(std::size_t offset) { at_ = offset; }
  const Token& operator[](std::size_t offset) const { return tokens_[offset]; }
  // The end of the last token taken, as an offset in the text.
  std::uint32_t last_end() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end; }

  // Fails because a different token was expected.
  [[noreturn]] void expected(std::string_view what) const;
  [[noreturn]] void fail(std::string message, const Token& token, std::string_view code = "syntax") const;
  [[noreturn]] void fail(std::string message, std::uint32_t begin, std::uint32_t end, std::string_view code) const;
  // Fails because the name at this place is unknown. `nearest` is the known name that may be meant, or empty.
  [[noreturn]] void fail_unknown(std::string code, std::string message, std::string_view name, std::string_view nearest,
                                 std::uint32_t begin, std::uint32_t end) const;
  // Fails because a tag needs an extension of Jinja. A fix adds it to the option `extensions`.
  [[noreturn]] void fail_extension(std::string message, std::string_view extension, const Token& tag) const;

 private:
  // Fails because a tag has no end. A fix adds it.
  [[noreturn]] void fail_unclosed(std::string message) const;

  Tokens tokens_;
  const Template& source_;
  Context& context_;
  std::size_t at_ = 0;
};

}  // namespace evalground::jinja2
