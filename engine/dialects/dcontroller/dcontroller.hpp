// The dialect of the Δ-controller: expressions of `@operators` and JSONPaths, and the pipelines built from them.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::dcontroller {

const Dialect& dialect();

}  // namespace evalground::dcontroller
