// The steps of a run as text, one line for each, those within a step indented below it.
#pragma once

#include <string>

#include "value/value.hpp"

namespace evalground {

// `steps`: the outcome's trace, or a part of it. `has_places`: each line also names the step's file, line and column.
std::string trace_text(const List& steps, bool has_places);

}  // namespace evalground
