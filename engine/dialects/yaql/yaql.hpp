// The YAQL dialect.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::yaql {

const Dialect& dialect();

}  // namespace evalground::yaql
