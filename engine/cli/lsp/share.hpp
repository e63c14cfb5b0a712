// A workspace of an editor as a link that opens it in the page: what of a folder it takes along, and what it withholds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground::cli {

// Of a workspace's files only those named, besides its main text; secrets without their values, as the page shares
// them, and without the inputs of these names.
Map shared_workspace(const Map& workspace, const std::vector<std::string>& files,
                     const std::vector<std::string>& sensitive_inputs);

// "https://…/#w1.j.…" (docs/links.md), of a site's address. Throws Error "too-large" for what no link can hold.
std::string share_link(std::string_view site, const Map& workspace);

}  // namespace evalground::cli
