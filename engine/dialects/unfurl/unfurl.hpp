// The dialect: Unfurl's expressions and merge directives.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::unfurl {

const Dialect& dialect();

}  // namespace evalground::unfurl
