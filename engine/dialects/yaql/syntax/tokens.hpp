// The coloured parts of YAQL text.
#pragma once

#include <string_view>
#include <vector>

#include "dialects/yaql/syntax/place.hpp"
#include "runtime/dialect.hpp"

namespace evalground::yaql {

// Appends the tokens of an expression at that place. Illegal characters are skipped.
void write_tokens(std::string_view text, const Place& place, std::vector<Token>& tokens);

}  // namespace evalground::yaql
