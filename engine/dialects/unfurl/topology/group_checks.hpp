// Checks the groups, policies and workflows of a topology, which are never evaluated.
#pragma once

#include "dialects/unfurl/topology/declare.hpp"
#include "dialects/unfurl/topology/imports.hpp"

namespace evalground::unfurl {

// Checks a group or policy: its keys, its type and properties, and that its members or targets exist. Throws Error.
void check_group(Declarer& declarer, const ServiceTemplate& service, const Value& name, const Value& group);
// The section `policies`: a list of maps.
void check_policy_list(Context& context, const Value& policies);
void check_policy(Declarer& declarer, const ServiceTemplate& service, const Value& name, const Value& policy);
// Checks a workflow: its keys and those of its steps, the kinds of their activities, and the steps that follow them.
void check_workflow(Context& context, const Value& name, const Value& workflow);

}  // namespace evalground::unfurl
