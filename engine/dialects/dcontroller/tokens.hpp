// The colored tokens of expressions, pipelines and paths.
#pragma once

#include <vector>

#include "runtime/dialect.hpp"

namespace evalground::dcontroller {

std::vector<Token> tokens_of(Context& context);

}  // namespace evalground::dcontroller
