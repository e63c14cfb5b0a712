// What the command says of itself and of the dialects that it holds.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cli {

// What --help prints.
std::string help_text();

// The part of it that says what one verb does.
std::string help_text_of(std::string_view verb);

// A line for each dialect: its name and what it is.
std::string dialect_lines();

}  // namespace evalground::cli
