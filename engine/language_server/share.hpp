// The part of an editor's workspace that a link contains.
#pragma once

#include <string>
#include <vector>

#include "value/map.hpp"

namespace evalground::language_server {

// Keeps only the named files of a workspace and its main document, and no secrets.
Map shared_workspace(const Map& workspace, const std::vector<std::string>& files);

}  // namespace evalground::language_server
