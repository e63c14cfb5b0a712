// Writes the output of an example that shows none.
#pragma once

#include <optional>
#include <string_view>

#include "cli/check_docs/block.hpp"

namespace evalground::cli {

// The edit that adds a block of output behind this block, with the marks that its format has. Nothing if there is no
// place for it: in a fence or an element without an end, in a format without marks.
std::optional<Edit> output_behind(std::string_view file, const Block& block, std::string_view output);

}  // namespace evalground::cli
