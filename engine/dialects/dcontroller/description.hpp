// How the dialect `dcontroller` describes itself.
#pragma once

#include "runtime/description.hpp"

namespace evalground::dcontroller {

extern const Description description;

}  // namespace evalground::dcontroller
