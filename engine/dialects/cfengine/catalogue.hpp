// All functions of the policy language.
#pragma once

#include "runtime/catalogue.hpp"

namespace evalground::cfengine {

const FunctionCatalogue& functions();

}  // namespace evalground::cfengine
