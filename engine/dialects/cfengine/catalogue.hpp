// All functions of the policy language.
#pragma once

#include <string_view>

#include "runtime/catalogue.hpp"

namespace evalground::cfengine {

const FunctionCatalogue& functions();

// Whether results of the function are remembered per arguments, to the end of the run.
bool is_cached(std::string_view function);

}  // namespace evalground::cfengine
