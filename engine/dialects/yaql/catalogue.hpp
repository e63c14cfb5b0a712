// Everything of the language that has a name: functions, methods and operators.
#pragma once

#include "dialects/yaql/evaluation/library.hpp"
#include "dialects/yaql/syntax/overloads.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::yaql {

// Kinds: "function" for name(x), "method" for x.name(). "operator" and "property" are documented here but evaluated by
// the language itself. Each overload of a name is an entry of its own, the more specific first.
const FunctionCatalogue& functions();

// The functions and methods that evaluators call.
const Library& library(Flavor flavor = Flavor::standard);

}  // namespace evalground::yaql
