// The colours of expressions and merge directives within YAML.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::unfurl {

// The coloured stretches of the workspace's YAML files, and of its expression once that was evaluated.
std::vector<Token> tokens_of(Context& context);

}  // namespace evalground::unfurl
