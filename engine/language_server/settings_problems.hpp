// What is wrong with the settings of a folder, `.evalground.yaml`.
#pragma once

#include <string_view>

#include "value/value.hpp"

namespace evalground::language_server {

// Diagnostics in the form of an outcome, each with a span in the text: that the text cannot be read, that the dialect
// is unknown, and keys and options of no meaning.
List settings_problems(std::string_view text);

}  // namespace evalground::language_server
