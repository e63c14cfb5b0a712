// The functions of templates: filters, tests, globals, methods, statements and operators, of both flavors.
#pragma once

#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

const FunctionCatalogue& functions();

}  // namespace evalground::jinja2
