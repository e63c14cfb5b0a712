// Reads the signatures of a catalogue as the rules by which overloads are chosen.
#pragma once

#include <string_view>

#include "dialects/yaql/syntax/overloads.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::yaql {

// The groups of the catalogue that only one flavor has.
inline constexpr std::string_view legacy_group = "legacy";
inline constexpr std::string_view workflow_group = "workflows";

enum class Flavor : std::uint8_t {
  standard,  // as yaql itself
  legacy,    // with options.legacy
  workflow   // with what workflow engines add, for expressions between `<%` and `%>`
};

// The functions and methods of the catalogue; the legacy ones, if any, before those of the same name. Throws Error
// "bad-signature" for a mistake in a table.
Library read_library(const FunctionCatalogue& catalogue, Flavor flavor);

}  // namespace evalground::yaql
