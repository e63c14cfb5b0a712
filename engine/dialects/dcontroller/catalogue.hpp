// All operators, stages and words.
#pragma once

#include "runtime/catalogue.hpp"

namespace evalground::dcontroller {

const FunctionCatalogue& functions();

}  // namespace evalground::dcontroller
