// Classes: named booleans.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {

// The text with every byte outside of [A-Za-z0-9_] replaced by "_".
std::string canonify(std::string_view text);

// A value in a place for text: a boolean becomes "any" or "!any", other values are unchanged.
Value class_text(Value value);

// A class name mapped to its tags.
using ClassSet = Map;

// A class of an instant, and the variable `sys.time_based_<variable>` with its name.
struct TimeClass {
  std::string_view variable;  // "dow"
  std::string name;           // "Friday"
};
// The classes of an instant (microseconds since 1970 UTC).
std::vector<TimeClass> time_classes(std::int64_t instant);

// Adds the classes that every run has: those of the system and of the instant.
void add_hard_classes(ClassSet& classes, std::int64_t instant);

// Selects classes by the name that functions list, "web" or "ns:web", and by their tags.
using ClassTest = std::function<bool(std::string_view name, const Value& tags)>;
// The names of the selected classes, in the order of the agent's tables: of the classes that are defined everywhere,
// and of the local ones of a bundle in that namespace.
std::vector<std::string> walk_global_classes(const ClassSet& classes, const ClassTest& fits, Budget& budget);
std::vector<std::string> walk_local_classes(const ClassSet& classes, std::string_view space, const ClassTest& fits,
                                            Budget& budget);

}  // namespace evalground::cfengine
