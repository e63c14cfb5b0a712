// Expressions of a template: tokens to trees, by the grammar of Jinja's parser.
//
//   conditional  a if b else c          loosest
//   logical      or, and, not
//   comparison   == != < <= > >= in, not in; all that follow each other are one node
//   arithmetic   + - ; ~ ; * / // % ; **
//   unary        - +
//   postfix      .name [key] (arguments)
//   filters      | filter(…), is test     tightest, and behind a whole unary operand: -1|abs is -(1)|abs
//
// A construct that recurs to itself spends depth before it goes on, as the height of a tree is known only afterwards.
//
// expression_parser.cpp has the operators, literals.cpp the constants and collections, postfix.cpp what stands behind
// an operand.
#pragma once

#include <string_view>

#include "dialects/jinja2/syntax/function_binder.hpp"
#include "dialects/jinja2/syntax/token_stream.hpp"
#include "dialects/jinja2/syntax/tree_builder.hpp"

namespace evalground::jinja2 {

// Special names that a stretch of a template reads, a set.
enum SpecialNames : unsigned {
  reads_loop = 1,
  reads_self = 2,
  reads_super = 4,
  reads_caller = 8,
  reads_varargs = 16,
  reads_kwargs = 32,
  holds_scoped_block = 64  // which may read all of them
};

class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, TreeBuilder& build, FunctionBinder& binder, const Syntax& syntax,
                   Budget& budget)
      : tokens_(tokens), build_(build), binder_(binder), syntax_(syntax), budget_(budget) {}

  Expression* expression() { return conditional(); }
  // The items of a tuple without parentheses; a lone one without a comma is itself.
  enum class TupleItems : std::uint8_t {
    simple,         // operands only: of `for a, b in`
    expressions,    // of a print
    unconditional,  // without `if`, which belongs to the statement: of `for x in a, b if c`
    targets         // names and attributes of namespaces: of `set`
  };
  // Ends at the end of a tag or at ")". A keyword behind a comma is read as a name, as in Jinja.
  Expression* tuple(TupleItems items, bool is_in_parentheses = false);
  // An operand without what stands behind it.
  Expression* primary();
  // One filter or a chain of them, behind the first "|". The innermost has the input, which is null in a filter block.
  Application* filter(Expression* input);

  // The special names that were read since they were last taken away.
  unsigned special_names = 0;

  // While it lives, what is read stands in a print tag: there `escape_backslashes` keeps backslashes as they are.
  class PrintTag {
   public:
    explicit PrintTag(ExpressionParser& parser) : guard_(parser.in_print_, true) {}

   private:
    ScopedValue<bool> guard_;
  };

 private:
  // ---- operators (expression_parser.cpp)
  Expression* conditional();
  Expression* logical_or();
  Expression* logical_and();
  Expression* logical_not();
  Expression* comparison();
  Expression* arithmetic(unsigned weakest);
  Expression* unary(bool with_filter = true);
  void note_name(std::string_view name);

  // ---- constants and collections (literals.cpp)
  bool is_tuple_end() const;
  Expression* list();
  Expression* map();
  Expression* strings();
  void embed(Expression* node);
  void embed_in(Expression& holder, Expression* part);
  Expression* integer();
  Expression* real();
  std::string decoded(const Token& token) const;

  // ---- behind an operand (postfix.cpp)
  Expression* postfix(Expression* node);
  Expression* filters(Expression* node);
  Expression* subscript(Expression* node);
  Expression* subscribed();
  Expression* call(Expression* callee);
  Expression* test(Expression* input);
  Application* application(ExpressionKind kind, Expression* input, std::uint32_t begin, std::string_view name,
                           const CallArguments& arguments);
  CallArguments call_arguments();
  std::string_view dotted_name();

  TokenStream& tokens_;
  TreeBuilder& build_;
  FunctionBinder& binder_;
  const Syntax& syntax_;
  Budget& budget_;
  bool in_print_ = false;
};

}  // namespace evalground::jinja2
