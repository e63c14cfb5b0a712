// Parts of an outcome as text: where values came from, and the tree of a document.
#pragma once

#include <string>

#include "value/map.hpp"

namespace evalground::cli {

// Of an outcome with provenance: for each value its place, how it came from there, and the line of the file.
//
//   main.yaml:2:4  expression, reads main.yaml:1:4
//     2 | b: {eval: a}
std::string origins_text(const Map& outcome, const Map& workspace);

// Of an outcome with its outline: names, types and values, indented.
std::string outline_text(const Map& outcome);

// "a list of 3 items", "an integer"
std::string type_text(const Value& value);

}  // namespace evalground::cli
