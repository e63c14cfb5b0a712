// Classes: named booleans.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {

// The text with every byte outside of [A-Za-z0-9_] replaced by "_".
std::string canonify(std::string_view text);

// A value in a place for text: a boolean becomes "any" or "!any", other values are unchanged.
Value class_text(Value value);

// A class name mapped to its tags.
using ClassSet = Map;

// Adds the classes that every run has: those of the system and of the instant (microseconds since 1970 UTC).
void add_hard_classes(ClassSet& classes, std::int64_t instant);

}  // namespace evalground::cfengine
