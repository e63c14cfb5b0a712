// Classes: named booleans.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {

// The text with every byte outside of [A-Za-z0-9_] as "_".
std::string canonify(std::string_view text);

// A value where text is wanted: what a boolean call gives is "any" or "!any", all else is itself.
Value class_text(Value value);

// A class and its tags; in a map from its name.
using ClassSet = Map;

// The classes that every run has: of the system and of the instant (microseconds since 1970 UTC).
void add_hard_classes(ClassSet& classes, std::int64_t instant);

}  // namespace evalground::cfengine
