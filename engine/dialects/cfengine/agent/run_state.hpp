// The state that an evaluation leaves in the context, for a later request for the outline.
#pragma once

#include <memory>

#include "dialects/cfengine/agent/agent.hpp"

namespace evalground::cfengine {

class RunState final : public DialectState {
 public:
  explicit RunState(const FunctionCatalogue& functions) : policy(functions) {}

  Policy policy;
  std::unique_ptr<Agent> agent;  // null when the policy could not run
};

}  // namespace evalground::cfengine
