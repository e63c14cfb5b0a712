// The repository for the graph: groups and hosts, playbooks, plays, roles and what their tasks include.
#pragma once

#include "dialects/ansible/project/project.hpp"
#include "runtime/outline.hpp"

namespace evalground::ansible {

std::vector<OutlineNode> graph_outline_of(Project& project);

}  // namespace evalground::ansible
