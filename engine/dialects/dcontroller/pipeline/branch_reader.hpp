// Reads the pipeline of a controller of 2026 into stages and branches.
//
//   [{"@select": …}, "@distinct"]                  one branch, from the sources to the first target
//   [[{"@inputs": [Pod]}, …, {"@output": m}], …]   several, each with the streams that it reads and writes
//
// Streams have the kinds of sources and targets as their names, or names of their own. Branches may be written in any
// order. They are put into one in which each comes after those that write what it reads.
#pragma once

#include "dialects/dcontroller/pipeline/manifest.hpp"

namespace evalground::dcontroller {

// Adds the branches and their stages to the controller, whose sources and targets are known. `is_bare`: the pipeline
// is the whole document, and there may be no input objects, and so no sources. Throws Error.
void read_branches(const Value& pipeline, Controller& controller, ExpressionTree& tree, bool is_bare);

}  // namespace evalground::dcontroller
