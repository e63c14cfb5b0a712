// What an error says in its own words. A message also quotes names and values of the workspace, which a smaller
// workspace may lack or have under other names.
//
//   'dict object' has no attribute 'cert'   where the workspace has a word "cert": dict, object, has, no, attribute
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::shrinking {

// The first words of a message's first sentence that are nowhere in the workspace.
std::vector<std::string> own_words(std::string_view message, const Map& workspace, Budget& budget);

// Whether a message has all of these words.
bool has_words(std::string_view message, const std::vector<std::string>& words);

}  // namespace evalground::shrinking
