// Parses expressions by the grammar of jinja2.parser.
//
//   conditional  a if b else c          loosest
//   logical      or, and, not
//   comparison   == != < <= > >= in, not in; all that follow each other are one node
//   arithmetic   + - ; ~ ; * / // % ; **
//   unary        - +
//   postfix      .name [key] (arguments)
//   filters      | filter(…), is test     tightest, and behind a whole unary operand: -1|abs is -(1)|abs
//
// A rule that calls itself recursively counts its depth in advance, because the height of a tree is known only
// afterwards.
//
// expression_parser.cpp has the operators, literals.cpp constants and collections, postfix.cpp what follows an operand.
#pragma once

#include <string_view>

#include "dialects/jinja2/syntax/function_binder.hpp"
#include "dialects/jinja2/syntax/token_stream.hpp"
#include "dialects/jinja2/syntax/tree_builder.hpp"

namespace evalground::jinja2 {

// Special names used in a part of a template, as a bit set.
enum SpecialNames : unsigned {
  reads_loop = 1,
  reads_self = 2,
  reads_super = 4,
  reads_caller = 8,
  reads_varargs = 16,
  reads_kwargs = 32,
  holds_scoped_block = 64  // a scoped block may read all of them
};

class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, TreeBuilder& build, FunctionBinder& binder, const Syntax& syntax,
                   Budget& budget)
      : tokens_(tokens), build_(build), binder_(binder), syntax_(syntax), budget_(budget) {}

  Expression* expression() { return conditional(); }
  // The items of a tuple without parentheses. A single item without a comma is not a tuple.
  enum class TupleItems : std::uint8_t {
    simple,         // operands only, as in `for a, b in`
    expressions,    // as in a print statement
    unconditional,  // without `if`, which belongs to the loop: `for x in a, b if c`
    targets         // targets of `set`: names and attributes of namespaces
  };
  // Ends at the end of a tag or at ")". As in Jinja a keyword after a comma is read as a name.
  Expression* tuple(TupleItems items, bool is_in_parentheses = false);
  // An operand without attributes, calls and filters.
  Expression* primary();
  // A filter or a chain of filters, after the first "|". The innermost has the input, which is null in a filter block.
  Application* filter(Expression* input);

  // The special names read since this was last cleared.
  unsigned special_names = 0;

  // While it lives the parser is within a print tag, where `escape_backslashes` keeps backslashes unchanged.
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
