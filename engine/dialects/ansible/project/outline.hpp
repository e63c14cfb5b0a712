// The outline of a repository: groups with their hosts, and plays with their roles.
#pragma once

#include <vector>

#include "dialects/ansible/project/project.hpp"
#include "runtime/outline.hpp"

namespace evalground::ansible {

std::vector<OutlineNode> outline_of(Project& project);

}  // namespace evalground::ansible
