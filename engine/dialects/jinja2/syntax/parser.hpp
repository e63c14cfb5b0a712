// Tokens to trees: statements and expressions of a template, before names are resolved.
//
// Four classes share the work, each over those before it: TokenStream hands out the tokens, TreeBuilder makes nodes in
// the template's arena, ExpressionParser reads what stands in a tag, StatementParser the tags and what is between them.
// Recursive descent, as Jinja's own parser: each method reads what its name says and leaves the stream behind it.
#pragma once

#include <vector>

#include "dialects/jinja2/syntax/function_set.hpp"
#include "dialects/jinja2/syntax/lexer.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// Reads the body of a template whose text is set. Throws the first problem as Error "syntax", "unknown-filter" or
// "unknown-test"; with `problems`, adds all of them there, and reads on behind the tag that holds one.
void parse(Template& source, const Syntax& syntax, const FunctionSet& functions, Context& context,
           std::vector<Diagnostic>* problems);

}  // namespace evalground::jinja2
