// What the command says of itself and of the dialects that it holds.
#pragma once

#include <string>

namespace evalground::cli {

// What --help prints.
std::string help_text();

// A line for each dialect: its name and what it is.
std::string dialect_lines();

}  // namespace evalground::cli
