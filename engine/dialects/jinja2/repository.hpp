// Evaluations within a repository of Ansible: in the context of one of its hosts, or of all.
#pragma once

#include "runtime/outcome.hpp"

namespace evalground::jinja2 {

// Evaluates a workspace whose files are a repository. Throws Error.
void evaluate_repository(Context& context, Outcome& outcome);

}  // namespace evalground::jinja2
