// Parses YAQL text into a syntax tree.
#pragma once

#include <memory>
#include <string_view>

#include "base/budget.hpp"
#include "dialects/yaql/syntax/ast.hpp"
#include "dialects/yaql/syntax/overloads.hpp"

namespace evalground::yaql {

struct Grammar {
  bool has_delegates = false;  // value(arguments) is a call
  bool has_pairs = false;      // => is an operator: the legacy dialect
};

// A syntax error, with its place as a range of bytes.
struct SyntaxError {
  std::string code;  // "lexical-error" or "parse-error"
  std::string message;
  std::size_t begin;
  std::size_t end;
};

// Parses the text into `expression`. Returns the error when it is invalid. Throws LimitError (depth, memory).
std::optional<SyntaxError> parse(std::string_view text, const Grammar& grammar, const Library& library, Names& names,
                                 Budget& budget, Expression& expression);

}  // namespace evalground::yaql
