// The coloured stretches of templates.
#pragma once

#include <string_view>
#include <vector>

#include "dialects/jinja2/run.hpp"
#include "dialects/jinja2/syntax/options.hpp"
#include "runtime/dialect.hpp"

namespace evalground::jinja2 {

// Names that a template's syntax keeps to itself.
inline constexpr std::string_view template_words[] = {"and",    "as",     "context", "else", "false",     "False",
                                                      "if",     "ignore", "import",  "in",   "is",        "missing",
                                                      "none",   "None",   "not",     "or",   "recursive", "required",
                                                      "scoped", "true",   "True",    "with", "without"};

std::vector<evalground::Token> tokens_of(Context& context, MakeRun make);

// Those of a template's text; the file is 0, places are offsets in the text.
std::vector<evalground::Token> tokens_of(std::string_view text, const Syntax& syntax, Budget& budget);

}  // namespace evalground::jinja2
