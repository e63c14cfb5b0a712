// All functions of Jinja, in families.
#pragma once

#include "dialects/jinja2/syntax/function_set.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

const FunctionCatalogue& functions();
// Adds the families to the catalogue of a dialect that extends this one.
void add_families(FunctionCatalogue& all);

// The methods of Python's types.
const MethodTable& methods();

// The functions that templates can use.
FunctionSet function_set();

}  // namespace evalground::jinja2
