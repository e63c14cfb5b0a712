// The parser's state, shared by its files.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "dialects/jinja2/syntax/parser.hpp"

namespace evalground::jinja2 {

// A tree higher than this is refused: what recurses over it stays within the stack.
inline constexpr std::uint16_t most_height = 1000;

class Parser {
 public:
  Parser(Template& source, const Syntax& syntax, const Evaluator& evaluator, std::vector<Diagnostic>* problems);
  void parse();

 private:
  // Special names that a stretch of text reads, a set.
  enum Uses : unsigned {
    uses_loop = 1,
    uses_self = 2,
    uses_super = 4,
    uses_caller = 8,
    uses_varargs = 16,
    uses_kwargs = 32,
    has_scoped_block = 64
  };

  // ---- tokens (parser_tokens.cpp)
  const Token& current() const { return tokens_[at_]; }
  const Token& ahead(std::size_t count = 1) const { return tokens_[std::min(at_ + count, tokens_.size() - 1)]; }
  bool sees(Symbol symbol) const { return current().symbol == symbol; }
  bool sees_name(std::string_view name) const { return current().kind == TokenKind::name && current().text == name; }
  static bool is_name(const Token& token, std::string_view name) {
    return token.kind == TokenKind::name && token.text == name;
  }
  const Token& take() {
    const Token& token = tokens_[at_];
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
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
  void expect(Symbol symbol);
  void expect_keyword(std::string_view name);
  const Token& expect_name();
  [[noreturn]] void expected(std::string_view what) const;
  [[noreturn]] void fail(std::string message, const Token& token, std::string_view code = "syntax") const;
  [[noreturn]] void fail(std::string message, std::uint32_t begin, std::uint32_t end, std::string_view code) const;
  // Nothing has this name, which stands there; `nearest` is the known one that may be meant, or empty.
  [[noreturn]] void fail_unknown(std::string code, std::string message, std::string_view name, std::string_view nearest,
                                 std::uint32_t begin, std::uint32_t end) const;

  // ---- nodes
  template <class T>
  T* make(ExpressionKind kind, std::uint32_t begin, std::initializer_list<const Expression*> children);
  template <class T>
  T* make(StatementKind kind, std::uint32_t begin);
  void add_height(Expression& node, const Expression* child);
  std::uint32_t last_end() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end; }
  const Expression* constant(Value value, std::uint32_t begin);

  // ---- expressions (parser_expressions.cpp, parser_literals.cpp, parser_postfix.cpp)
  const Expression* expression() { return conditional(); }
  const Expression* conditional();
  const Expression* logical_or();
  const Expression* logical_and();
  const Expression* logical_not();
  const Expression* comparison();
  const Expression* arithmetic(unsigned weakest);
  const Expression* unary(bool with_filter = true);
  const Expression* primary();
  const Expression* postfix(const Expression* node);
  const Expression* filters(const Expression* node);
  const Expression* subscript(const Expression* node);
  const Expression* subscribed();
  const Expression* call(const Expression* callee);
  // One filter or a chain of them, behind the first "|".
  Application* filter(const Expression* input);
  const Expression* test(const Expression* input);
  enum class TupleItems : std::uint8_t { simple, expressions, unconditional, targets };
  const Expression* tuple(TupleItems items, std::string_view end_name = {}, bool is_in_parentheses = false);
  const Expression* list();
  const Expression* map();
  const Expression* strings();
  const Expression* integer();
  const Expression* real();
  CallArguments call_arguments();
  std::string_view dotted_name();
  void bind(Application& application, FunctionKind kind);
  void report_unknown();
  std::string decode_string(const Token& token) const;
  bool is_tuple_end(std::string_view end_name) const;
  void note_use(std::string_view name);

  // ---- statements (parser.cpp, parser_statements.cpp, parser_macros.cpp, parser_templates.cpp)
  Body body(std::initializer_list<std::string_view> ends);
  Body statements(std::initializer_list<std::string_view> ends);
  Body block_body(std::initializer_list<std::string_view> ends, bool takes_end);
  const Statement* statement();
  const Statement* statement_of(const Token& tag);
  const Statement* text(const Token& token);
  [[noreturn]] void unknown_tag(const Token* tag) const;
  const Statement* if_statement(std::uint32_t begin);
  const Statement* for_statement(std::uint32_t begin);
  const Statement* set_statement(std::uint32_t begin);
  const Statement* macro_statement(std::uint32_t begin);
  const Statement* call_statement(std::uint32_t begin);
  const Statement* filter_statement(std::uint32_t begin);
  const Statement* with_statement(std::uint32_t begin);
  const Statement* include_statement(std::uint32_t begin);
  const Statement* import_statement(std::uint32_t begin);
  const Statement* from_statement(std::uint32_t begin);
  const Statement* extends_statement(std::uint32_t begin);
  const Statement* block_statement(std::uint32_t begin);
  const Statement* autoescape_statement(std::uint32_t begin);
  std::span<MacroParameter> parameters();
  MacroDefinition* definition(std::string_view name, std::uint32_t begin, std::span<MacroParameter> parameters,
                              std::string_view end_tag);
  const Target* target(bool with_tuple, std::string_view end_name = {}, bool with_namespace = false);
  const Target* name_target();
  const Target* as_target(const Expression& expression);
  bool context_choice(bool fallback);
  void refer(TemplateReference::Kind kind, const Expression& source);
  void skip_tag();
  std::string_view kept(std::string_view text);  // with the newline of the syntax

  Template& template_;
  const Syntax& syntax_;
  const Evaluator& evaluator_;
  std::vector<Diagnostic>* problems_;
  Tokens tokens_;
  std::size_t at_ = 0;
  unsigned uses_ = 0;
  bool is_soft_ = false;  // in a branch: unknown filters fail when they are reached
  bool in_variable_ = false;
  struct Unknown {
    FunctionKind kind;
    std::string_view name;
    std::uint32_t begin;
    std::uint32_t end;
  };
  std::vector<Unknown> unknown_;                            // filters and tests of the tag that is read
  std::vector<std::span<const std::string_view>> awaited_;  // the end tags of open blocks
  std::vector<std::string_view> open_tags_;
};

template <class T>
T* Parser::make(ExpressionKind kind, std::uint32_t begin, std::initializer_list<const Expression*> children) {
  T* node = template_.arena.make<T>();
  node->kind = kind;
  node->begin = begin;
  node->end = last_end();
  for (const Expression* child : children) add_height(*node, child);
  return node;
}

template <class T>
T* Parser::make(StatementKind kind, std::uint32_t begin) {
  T* node = template_.arena.make<T>();
  node->kind = kind;
  node->begin = begin;
  node->end = last_end();
  return node;
}

}  // namespace evalground::jinja2
