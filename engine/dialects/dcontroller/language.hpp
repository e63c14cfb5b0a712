// What language services need from the controller's expressions.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::dcontroller {

const Language& language();

}  // namespace evalground::dcontroller
