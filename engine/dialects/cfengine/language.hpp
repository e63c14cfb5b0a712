// What language services ask of policies.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::cfengine {

const Language& language();

}  // namespace evalground::cfengine
