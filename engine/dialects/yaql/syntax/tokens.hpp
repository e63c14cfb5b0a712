// The coloured parts of YAQL text.
#pragma once

#include <string_view>
#include <vector>

#include "dialects/yaql/syntax/place.hpp"
#include "runtime/dialect.hpp"

namespace evalground::yaql {

// Appends the tokens of an expression that stands at that place. Wrong characters are passed over.
void write_tokens(std::string_view text, const Place& place, std::vector<Token>& tokens);

}  // namespace evalground::yaql
