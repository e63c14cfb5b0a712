// Replacing several texts at once, as str_replace does.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.hpp"

namespace evalground::heat {

// The text with each key replaced, the longest keys first (of equal length in order); what was put in is not searched
// again. Keys that are not found are appended to `missing`. Throws LimitError (memory).
std::string replace_keys(std::string_view text, std::vector<std::pair<std::string, std::string>> replacements,
                         std::vector<std::string>& missing, Budget& budget);

}  // namespace evalground::heat
