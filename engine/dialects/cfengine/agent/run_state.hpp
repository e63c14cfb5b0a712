// The state that an evaluation leaves in the context, for the outline that may be asked for afterwards.
#pragma once

#include <memory>

#include "dialects/cfengine/agent/agent.hpp"

namespace evalground::cfengine {

class RunState final : public DialectState {
 public:
  explicit RunState(const FunctionCatalogue& functions) : policy(functions) {}

  Policy policy;
  std::unique_ptr<Agent> agent;  // null: the policy could not be run
};

}  // namespace evalground::cfengine
