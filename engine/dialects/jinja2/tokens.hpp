// The coloured stretches of templates.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::jinja2 {

std::vector<Token> tokens_of(Context& context);

}  // namespace evalground::jinja2
