// Colors for policies, from the lexer alone: a policy that does not parse is colored as well. The state needed for the
// lexer, whether a promise may begin, is guessed from the last tokens.
#include "dialects/cfengine/policy/tokens.hpp"

#include "dialects/cfengine/policy/lexer.hpp"
#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {
namespace {

class TokenWriter {
 public:
  TokenWriter(Context& context, std::uint32_t file, std::vector<Token>& tokens)
      : context_(context), file_(file), text_(context.sources.text(file)), tokens_(tokens) {}

  // `before` is the token before the brace: it tells the brace of a bundle from that of a list.
  void write() {
    Lexer lexer(text_);
    bool at_promise = false;
    std::string_view before;  // the previous mark or word
    for (LexicalToken token = lexer.next(false); token.kind != TokenKind::end; token = lexer.next(at_promise)) {
      context_.budget.step();
      const std::string_view text = lexer.text(token);
      switch (token.kind) {
        case TokenKind::comment: add(token, "comment"); continue;
        case TokenKind::macro:
        case TokenKind::misplaced: add(token, "directive"); continue;
        case TokenKind::section: add(token, "keyword"); break;
        case TokenKind::context: add(token, "type"); break;
        case TokenKind::arrow:
        case TokenKind::promisee: add(token, "operator"); break;
        case TokenKind::naked: add(token, "variable"); break;
        case TokenKind::string: add_string(token); break;
        case TokenKind::word:
        case TokenKind::keyword: add_word(token, text, before, lexer); break;
        default: break;
      }
      at_promise = token.kind == TokenKind::section || token.kind == TokenKind::context || text == ";" ||
                   text == "::" || (text == "{" && before != "=>" && before != "->" && before != "{");
      before = text;
    }
  }

 private:
  void add(const LexicalToken& token, std::string_view kind) {
    tokens_.push_back({file_, token.begin, token.end, kind});
  }

  // The meaning of a word follows from its neighbours: before `=>` it is an attribute, before a parenthesis a function,
  // after `bundle` a type.
  void add_word(const LexicalToken& token, std::string_view text, std::string_view before, Lexer ahead) {
    if (text == "bundle" || text == "body" || text == "promise") {
      const bool begins_line = token.begin == 0 || text_[token.begin - 1] == '\n';
      if (begins_line) return add(token, "keyword");
    }
    LexicalToken next = ahead.next(false);
    while (next.kind == TokenKind::comment) next = ahead.next(false);
    if (next.kind == TokenKind::arrow) return add(token, "property");
    if (ahead.text(next) == "(" && before != "agent" && before != "common") return add(token, "function");
    if (before == "bundle" || before == "body" || before == "promise") return add(token, "keyword");
    const bool is_number = text.find_first_not_of("0123456789.") == std::string_view::npos;
    add(token, is_number ? "number" : "name");
  }

  // A string as pieces, because its references have their own color.
  void add_string(const LexicalToken& token) {
    std::uint32_t begin = token.begin;
    const std::string_view text = text_.substr(token.begin, token.end - token.begin);
    for (std::size_t at = text.find_first_of("$@"); at != std::string_view::npos; at = text.find_first_of("$@", at)) {
      const std::size_t end = reference_end(text, at);
      if (end == 0) {
        ++at;
        continue;
      }
      const auto from = token.begin + static_cast<std::uint32_t>(at);
      const auto to = token.begin + static_cast<std::uint32_t>(end);
      if (from > begin) tokens_.push_back({file_, begin, from, "string"});
      tokens_.push_back({file_, from, to, "variable"});
      begin = to;
      at = end;
    }
    if (begin < token.end) tokens_.push_back({file_, begin, token.end, "string"});
  }

  Context& context_;
  std::uint32_t file_;
  std::string_view text_;
  std::vector<Token>& tokens_;
};

}  // namespace

// All policies of the workspace, and the expression.
std::vector<Token> tokens_of(Context& context) {
  std::vector<Token> tokens;
  for (const auto& [name, content] : context.workspace.files) {
    if (!name.is_string() || (!name.as_string().ends_with(".cf") && name.as_string() != context.workspace.main))
      continue;
    if (const auto file = context.files.source(name.as_string())) TokenWriter(context, *file, tokens).write();
  }
  if (const auto& expression = context.workspace.expression; expression && expression->is_string()) {
    TokenWriter(context, context.expression_source(std::string(expression->as_string())), tokens).write();
  }
  return tokens;
}

}  // namespace evalground::cfengine
