// What a workspace of an editor takes along into a link.
#pragma once

#include <string>
#include <vector>

#include "value/map.hpp"

namespace evalground::language_server {

// Of a workspace's files only those named, besides its main text, and nothing that it keeps secret.
Map shared_workspace(const Map& workspace, const std::vector<std::string>& files);

}  // namespace evalground::language_server
