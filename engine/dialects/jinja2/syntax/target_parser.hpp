// Targets of assignments: names, tuples of them, attributes of namespaces.
#pragma once

#include "dialects/jinja2/syntax/expression_parser.hpp"

namespace evalground::jinja2 {

class TargetParser {
 public:
  TargetParser(TokenStream& tokens, TreeBuilder& build, ExpressionParser& expressions)
      : tokens_(tokens), build_(build), expressions_(expressions) {}

  // One name.
  Target* name();
  // Operands of the kind, a tuple when there is a comma, up to the name where it ends.
  Target* tuple(ExpressionParser::TupleItems items);

 private:
  Target* target_of(const Expression& expression);

  TokenStream& tokens_;
  TreeBuilder& build_;
  ExpressionParser& expressions_;
};

}  // namespace evalground::jinja2
