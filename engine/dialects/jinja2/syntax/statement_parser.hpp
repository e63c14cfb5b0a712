// Parses statements: text, print tags and blocks with their bodies.
//
// A body ends at one of the tags that its block expects. If several problems are wanted, an error is recorded and
// parsing continues after the tag that contains it: `{% if a b %}…{% endif %}` gives an error for the `if`, then one
// for an `endif` without a block.
//
// statement_parser.cpp has bodies and the selection of a statement, statements.cpp the blocks, macros.cpp macros and
// call blocks, composition.cpp statements that combine templates.
#pragma once

#include <initializer_list>
#include <vector>

#include "dialects/jinja2/syntax/expression_parser.hpp"
#include "dialects/jinja2/syntax/target_parser.hpp"

namespace evalground::jinja2 {

class StatementParser {
 public:
  // With `problems`, all errors are added there. Otherwise the first is thrown.
  StatementParser(Template& source, TokenStream& tokens, const FunctionSet& functions, const Syntax& syntax,
                  Budget& budget, std::vector<Diagnostic>* problems);

  // Parses the whole template.
  Body template_body() { return body({}); }
  // After parsing: throws Error for the first unknown filter or test, then for the first `break` outside of a loop.
  void fail_uncompiled();
  // The special names that the template reads.
  unsigned special_names() const { return expressions_.special_names; }

 private:
  using EndTags = std::initializer_list<std::string_view>;

  // ---- bodies (statement_parser.cpp)
  Body body(EndTags ends);
  Body block_body(EndTags ends);
  Body last_block_body(std::string_view end);
  Statement* text(const Token& token);
  Statement* print_tag();
  Statement* statement();
  Statement* statement_of(const Token& tag);
  void place_loop_control(const Token& tag);
  void skip_tag();
  [[noreturn]] void fail_unclosed();
  [[noreturn]] void fail_unknown_tag(const Token& tag) const;
  std::string innermost_open_tag() const;

  // ---- blocks and assignments (statements.cpp)
  Statement* if_statement(std::uint32_t begin);
  Statement* for_statement(std::uint32_t begin);
  Statement* set_statement(std::uint32_t begin);
  void refuse_loop(std::size_t target_at) const;
  Statement* filter_statement(std::uint32_t begin);
  Statement* with_statement(std::uint32_t begin);
  Statement* autoescape_statement(std::uint32_t begin);
  Statement* print_statement(std::uint32_t begin);

  // ---- macros (macros.cpp)
  Statement* macro_statement(std::uint32_t begin);
  Statement* call_statement(std::uint32_t begin);
  std::span<MacroParameter> parameters();
  MacroDefinition* definition(std::string_view name, std::uint32_t begin, std::span<MacroParameter> parameters,
                              std::string_view end_tag);

  // ---- templates within templates (composition.cpp)
  Statement* include_statement(std::uint32_t begin);
  Statement* import_statement(std::uint32_t begin);
  Statement* from_statement(std::uint32_t begin);
  Statement* extends_statement(std::uint32_t begin);
  Statement* block_statement(std::uint32_t begin);
  void allow_lost();
  void report_unknown();
  bool sees_context_choice() const;
  bool context_choice(bool fallback);
  void refer(TemplateReference::Kind kind, const Expression& source);

  Template& template_;
  TokenStream& tokens_;
  const FunctionSet& functions_;
  const Syntax& syntax_;
  Budget& budget_;
  std::vector<Diagnostic>* problems_;
  TreeBuilder build_;
  FunctionBinder binder_;
  ExpressionParser expressions_;
  TargetParser targets_;
  std::vector<std::span<const std::string_view>> awaited_;  // the end tags of open blocks
  std::vector<std::string_view> open_tags_;
  std::uint32_t loop_depth_ = 0;  // of open `for`
  bool breaks_loop_ = false;      // `break` has a loop that it ends; not in macros and blocks, which are functions
  bool is_in_block_ = false;
  const Token* misplaced_ = nullptr;           // the first `break` or `continue` outside of a loop
  const Token* misplaced_in_block_ = nullptr;  // the same within blocks, which Jinja compiles after the rest
  bool has_parent_ = false;                    // an `extends` outside of all blocks was read
  bool keeps_output_ = false;  // within blocks, macros and `set` blocks, which `extends` does not silence
  bool is_given_up_ = false;   // after a second `extends`, up to the end of the body
};

}  // namespace evalground::jinja2
