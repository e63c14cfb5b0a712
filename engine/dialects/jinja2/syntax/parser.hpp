// Tokens to trees: statements and expressions of a template, before names are resolved.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dialects/jinja2/syntax/lexer.hpp"
#include "dialects/jinja2/syntax/template.hpp"

namespace evalground::jinja2 {

// Reads the body of a template whose text is set. Throws the first problem as Error "syntax", "unknown-filter" or
// "unknown-test"; with `problems`, adds all of them there, and reads on behind the tag that holds one.
void parse(Template& source, const Syntax& syntax, const Evaluator& evaluator, std::vector<Diagnostic>* problems);

}  // namespace evalground::jinja2
