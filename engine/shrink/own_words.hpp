// What an error says in its own words. A message also quotes names and values of the workspace, which a smaller
// workspace may lack or have under other names.
//
//   'dict object' has no attribute 'cert'   with a key "cert" in the workspace: dict, object, has, no, attribute
//                                           and "cert", if the error stands at it: s.cert.path
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::shrinking {

// The first words of a message's first sentence that are nowhere in the workspace, or in the text where it stands.
std::vector<std::string> own_words(std::string_view message, std::string_view place, const Map& workspace,
                                   Budget& budget);

// Whether a message has all of these words.
bool has_words(std::string_view message, const std::vector<std::string>& words);

}  // namespace evalground::shrinking
