// Functions of the language that cannot be called here.
#pragma once

#include <string_view>

namespace evalground::unfurl {

// Why a function of the language cannot be called here ("needs a deployment, …"), to follow its name in a message;
// empty for all others. Calling it is Error "unavailable".
std::string_view unavailable_function(std::string_view name);

}  // namespace evalground::unfurl
