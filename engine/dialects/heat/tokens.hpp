// The tokens of templates for highlighting: functions, and YAQL within them.
#pragma once

#include <vector>

#include "runtime/context.hpp"
#include "runtime/dialect.hpp"

namespace evalground::heat {

std::vector<Token> tokens_of(Context& context);

}  // namespace evalground::heat
