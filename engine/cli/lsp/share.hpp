// What a workspace of an editor takes along into a link, and what it withholds.
#pragma once

#include <string>
#include <vector>

#include "value/map.hpp"

namespace evalground::cli {

// Of a workspace's files only those named, besides its main text, and none of the inputs of these names. Values of
// secrets are withheld by every link (cli/link.hpp).
Map shared_workspace(const Map& workspace, const std::vector<std::string>& files,
                     const std::vector<std::string>& sensitive_inputs);

}  // namespace evalground::cli
