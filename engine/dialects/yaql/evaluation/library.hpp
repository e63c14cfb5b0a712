// Reads the signatures of a catalogue as the rules by which overloads are chosen.
#pragma once

#include <string_view>

#include "dialects/yaql/syntax/overloads.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::yaql {

// The group of the catalogue that only options.legacy has.
inline constexpr std::string_view legacy_group = "legacy";

// The functions and methods of the catalogue; the legacy ones, if any, before those of the same name. Throws Error
// "bad-signature" for a mistake in a table.
Library read_library(const FunctionCatalogue& catalogue, bool is_legacy);

}  // namespace evalground::yaql
