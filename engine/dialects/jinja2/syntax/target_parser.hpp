// Targets of assignments: names, tuples of names, attributes of namespaces.
#pragma once

#include "dialects/jinja2/syntax/expression_parser.hpp"

namespace evalground::jinja2 {

class TargetParser {
 public:
  TargetParser(TokenStream& tokens, TreeBuilder& build, ExpressionParser& expressions)
      : tokens_(tokens), build_(build), expressions_(expressions) {}

  // A single name.
  Target* name();
  // Targets up to the keyword that ends them; a tuple if there is a comma.
  Target* tuple(ExpressionParser::TupleItems items);

 private:
  Target* target_of(const Expression& expression);

  TokenStream& tokens_;
  TreeBuilder& build_;
  ExpressionParser& expressions_;
};

}  // namespace evalground::jinja2
