// Everything of the language that has a name: functions, methods and operators.
#pragma once

#include "dialects/yaql/syntax/overloads.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::yaql {

// Kinds: "function" for name(x), "method" for x.name(); "operator" and "property", documented here but evaluated by the
// language itself. Overloads of a name are entries of their own, the more specific first.
const FunctionCatalogue& functions();

// The functions and methods as evaluators are given them; those of options.legacy are a library of their own.
const Library& library(bool is_legacy = false);

}  // namespace evalground::yaql
