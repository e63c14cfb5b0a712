// Parts of an outcome as text: origins of values, and the outline of a document.
#pragma once

#include <string>

#include "value/map.hpp"

namespace evalground::cli {

// For an outcome with provenance: each value's place, its earlier steps, and the line of the file.
//
//   main.yaml:2:4  expression, reads main.yaml:1:4
//     2 | b: {eval: a}
std::string origins_text(const Map& outcome, const Map& workspace);

// For an outcome with its outline: names, types and values, indented.
std::string outline_text(const Map& outcome);

// "a list of 3 items", "an integer"
std::string type_text(const Value& value);

}  // namespace evalground::cli
