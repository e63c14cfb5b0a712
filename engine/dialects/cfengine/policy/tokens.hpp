// Syntax colors for policy text.
#pragma once

#include <vector>

#include "runtime/dialect.hpp"

namespace evalground::cfengine {

std::vector<Token> tokens_of(Context& context);

}  // namespace evalground::cfengine
