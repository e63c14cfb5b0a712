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

// The keys of artifacts, of the template and of its types, and that those which a type asks for are there.
void check_artifacts(Types& types, const NodeTemplate& node_template);

// The keys of a requirement that a template assigns, its occurrences and its filter.
void check_requirement(Types& types, const NodeTemplate& node_template, const Value& name, const Value& value);

// `substitution_mappings`: its keys, and the node or the type that it names.
void check_substitution(Context& context, const ServiceTemplate& service);

void check_relationship_template(Declarer& declarer, const Value& name, const Value& definition,
                                 const TypeNames& names);

}  // namespace evalground::unfurl
