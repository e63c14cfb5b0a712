// The arguments of dict(…) and of dict.update: a map or pairs, and keywords.
#pragma once

#include <cstddef>

#include "dialects/jinja2/runtime/call.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {

// The entries of the argument at `index`, if given, followed by those of the keywords. Throws Error "type-error" or
// "value-error" with Python's message if the argument is neither a map nor a sequence of pairs.
Map dict_argument(FunctionCall& call, std::size_t index);

}  // namespace evalground::jinja2
