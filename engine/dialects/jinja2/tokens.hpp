// The tokens of templates for highlighting.
#pragma once

#include <string_view>
#include <vector>

#include "dialects/jinja2/run.hpp"
#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/dialect.hpp"

namespace evalground::jinja2 {

// Words reserved by the syntax of templates.
inline constexpr std::string_view template_words[] = {"and",    "as",     "context", "else", "false",     "False",
                                                      "if",     "ignore", "import",  "in",   "is",        "missing",
                                                      "none",   "None",   "not",     "or",   "recursive", "required",
                                                      "scoped", "true",   "True",    "with", "without"};

std::vector<evalground::Token> tokens_of(Context& context, MakeRun make);

// The tokens of a text. The file is 0, and places are offsets in the text.
std::vector<evalground::Token> tokens_of(std::string_view text, const Syntax& syntax, Budget& budget);

}  // namespace evalground::jinja2
