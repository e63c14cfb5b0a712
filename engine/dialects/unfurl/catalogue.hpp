// Everything of the language that has a name: functions, special keys, the keys of expressions, merge directives.
#pragma once

#include "runtime/catalogue.hpp"

namespace evalground::unfurl {

// Kinds: "function"; and documented here but evaluated by the language itself: "special-key", "keyword" (a key of
// expression maps), "directive" (a key of merges); and those of templates: "filter", "lookup", "variable".
const FunctionCatalogue& functions();

}  // namespace evalground::unfurl
