// Everything in the language that has a name: functions, special keys, the keys of expressions, merge directives.
#pragma once

#include "runtime/catalogue.hpp"

namespace evalground::unfurl {

// Kinds that are called: "function". Kinds that are only documented here and evaluated elsewhere: "special-key",
// "keyword" (a key of expression maps), "directive" (a merge key). For templates: "filter", "lookup", "variable".
const FunctionCatalogue& functions();

}  // namespace evalground::unfurl
