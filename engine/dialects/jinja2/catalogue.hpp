// The list of Jinja's families of functions.
#pragma once

#include "dialects/jinja2/syntax/function_set.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

const FunctionCatalogue& functions();
// Adds them to the catalogue of a dialect that is built on this one.
void add_families(FunctionCatalogue& all);

// The methods of Python's types among them.
const MethodTable& methods();

// The functions that templates can use.
FunctionSet function_set();

}  // namespace evalground::jinja2
