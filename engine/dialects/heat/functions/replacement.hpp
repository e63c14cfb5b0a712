// Replaces several strings at once, as str_replace does.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.hpp"

namespace evalground::heat {

// Replaces each key, the longest first; keys of equal length keep their order. Inserted text is not searched again.
// Appends keys that do not occur to `missing`. Throws LimitError (memory).
std::string replace_keys(std::string_view text, std::vector<std::pair<std::string, std::string>> replacements,
                         std::vector<std::string>& missing, Budget& budget);

}  // namespace evalground::heat
