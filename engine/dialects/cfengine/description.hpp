// How the dialect `cfengine` describes itself.
#pragma once

#include "runtime/description.hpp"

namespace evalground::cfengine {

extern const Description description;

}  // namespace evalground::cfengine
