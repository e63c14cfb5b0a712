// Which part of a workspace each problem of reading it is about. Only those who show a workspace's own text ask this.
#pragma once

#include <string>
#include <vector>

#include "source/diagnostic.hpp"
#include "value/value.hpp"

namespace evalground {

struct Description;
struct Workspace;

// As read_workspace(), which adds its problems behind those that there are. `keys` gets one JSON Pointer for each that
// is added: "/limits/steps", and "" for the whole workspace.
Workspace read_workspace(const Value& json, const Description* description, std::vector<Diagnostic>& diagnostics,
                         std::vector<std::string>& keys);

}  // namespace evalground
