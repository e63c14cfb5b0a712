// Checks what is written in a service template before anything is evaluated: unknown keys, what is missing, names that
// lead nowhere.
#pragma once

#include "dialects/unfurl/topology/imports.hpp"
#include "dialects/unfurl/topology/node_template.hpp"

namespace evalground::unfurl {

// The keys of the topology, its inputs and outputs, the members of groups and the targets of policies.
void check_topology(Context& context, const ServiceTemplate& service);

// The keys of a node template and its requirements.
void check_node_template(Context& context, const NodeTemplate& node_template);

// The capabilities of a node template: only declared ones, with declared properties only.
void check_capabilities(Declarer& declarer, const NodeTemplate& node_template);

// The names of interfaces and operations.
void check_interfaces(Types& types, const NodeTemplate& node_template);

void check_relationship_template(Declarer& declarer, const Value& name, const Value& definition,
                                 const TypeNames& names);

}  // namespace evalground::unfurl
