// Containers that are changed in place.
#pragma once

#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::jinja2 {

// Fails when something that is added to a container holds it: such a container could be neither freed nor printed.
void refuse_cycle(FunctionCall& call, const Value& container, const Value& added);

}  // namespace evalground::jinja2
