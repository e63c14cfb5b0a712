// The dialect `cfengine`: CFEngine's policy language and its functions.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::cfengine {

const Dialect& dialect();

}  // namespace evalground::cfengine
