// Everything of the language that has a name: functions, special keys, the keys of expressions, merge directives.
#pragma once

#include <string_view>

#include "runtime/catalogue.hpp"

namespace evalground::unfurl {

// Kinds: "function"; and documented here but evaluated by the language itself: "special-key", "keyword" (a key of
// expression maps), "directive" (a key of merges).
const FunctionCatalogue& functions();

// Why a function of the language cannot be called here ("needs a deployment, …"), to follow its name in a message;
// empty for all others. Calling it is Error "unavailable".
std::string_view unavailable_function(std::string_view name);

}  // namespace evalground::unfurl
