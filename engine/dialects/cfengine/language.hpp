// What language services need from policies.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::cfengine {

const Language& language();

}  // namespace evalground::cfengine
