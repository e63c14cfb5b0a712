// Evaluations within a repository of Ansible: for one of its hosts, or for all.
#pragma once

#include "runtime/outcome.hpp"
#include "runtime/outline.hpp"

namespace evalground::ansible {

// Evaluates a workspace whose files are a repository. Throws Error.
void evaluate_repository(Context& context, Outcome& outcome);
// The hosts and groups; empty when the repository cannot be read.
std::vector<OutlineNode> repository_outline(Context& context);
std::vector<OutlineNode> repository_graph_outline(Context& context);

}  // namespace evalground::ansible
