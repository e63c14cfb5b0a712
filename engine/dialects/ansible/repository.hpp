// Evaluations within a repository of Ansible: in the context of one of its hosts, or of all.
#pragma once

#include "runtime/outcome.hpp"
#include "runtime/outline.hpp"

namespace evalground::ansible {

// Evaluates a workspace whose files are a repository. Throws Error.
void evaluate_repository(Context& context, Outcome& outcome);
// Its hosts and groups; none where it cannot be read.
std::vector<OutlineNode> repository_outline(Context& context);

}  // namespace evalground::ansible
