// Containers that are changed in place.
#pragma once

#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::jinja2 {

// Fails when an item that is added to a container contains it: such a cycle could be neither freed nor printed.
void refuse_cycle(FunctionCall& call, const Value& container, const Value& added);

}  // namespace evalground::jinja2
