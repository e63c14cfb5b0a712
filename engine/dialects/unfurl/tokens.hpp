// Syntax colors for expressions and merge directives within YAML.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::unfurl {

// The colored tokens of the workspace's YAML files, and of its expression if that was evaluated.
std::vector<Token> tokens_of(Context& context);

}  // namespace evalground::unfurl
