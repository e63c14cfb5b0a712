// Parses the tokens of a template into statements and expressions. Names are resolved later.
//
// Four classes share the work, each using those before it: TokenStream provides the tokens, TreeBuilder makes nodes in
// the template's arena, ExpressionParser reads the content of tags, StatementParser the tags and the text between them.
// The parser is a recursive descent parser like Jinja's: each method reads what its name says.
#pragma once

#include <vector>

#include "dialects/jinja2/syntax/function_set.hpp"
#include "dialects/jinja2/syntax/lexer.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// Parses the body of a template whose text is set. Throws the first problem as Error "syntax", "unknown-filter" or
// "unknown-test". With `problems`, adds all of them there and continues after the tag with the error.
void parse(Template& source, const Syntax& syntax, const FunctionSet& functions, Context& context,
           std::vector<Diagnostic>* problems);

}  // namespace evalground::jinja2
