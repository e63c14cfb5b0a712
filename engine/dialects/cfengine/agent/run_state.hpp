// The state that an evaluation leaves in the context, for a later request for the outline.
#pragma once

#include <memory>

#include "dialects/cfengine/agent/agent.hpp"

namespace evalground::cfengine {

class RunState final : public DialectState {
 public:
  RunState(const FunctionCatalogue& functions, Release release) : policy(functions, release) {}

  Policy policy;
  std::unique_ptr<Agent> agent;  // null when the policy could not run
};

}  // namespace evalground::cfengine
