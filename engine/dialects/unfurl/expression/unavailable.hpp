// Functions of the language that need more than this engine has.
#pragma once

#include <string_view>

namespace evalground::unfurl {

// Why a function cannot be called here ("needs a deployment, …"). A message shows it after the function's name. Empty
// for all other functions. Calling one is Error "unavailable".
std::string_view unavailable_function(std::string_view name);

}  // namespace evalground::unfurl
