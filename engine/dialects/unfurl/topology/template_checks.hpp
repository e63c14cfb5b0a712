// Checks what is written in a service template before anything is evaluated: unknown keys, what is missing, names that
// lead nowhere.
#pragma once

#include "dialects/unfurl/topology/imports.hpp"
#include "dialects/unfurl/topology/node_template.hpp"

namespace evalground::unfurl {

[[noreturn]] void fail_missing(Context& context, OriginId where, const std::string& what, std::string_view key);

// Properties that a template assigns: only those that its type declares, unless it takes any.
void check_known(Context& context, const Type& type, const Map& assigned, const Map& metadata, const std::string& what);

// The keys of the topology, its inputs and outputs.
void check_topology(Context& context, const ServiceTemplate& service);

// That the document defines a type in the section of the kind that it is used as, or in `types`.
void check_kind(Context& context, const Type& type, OriginId where);

// The keys of a node template and its requirements.
void check_node_template(Context& context, const NodeTemplate& node_template);

// The capabilities of a node template: only declared ones, with declared properties only.
void check_capabilities(Declarer& declarer, const NodeTemplate& node_template);

// The keys of artifacts, of the template and of its types, and that those which a type asks for are there.
void check_artifacts(Declarer& declarer, const NodeTemplate& node_template);

// The form of a `node_filter`; `requirement` has it.
void check_filter(Context& context, const Value& filter, const std::string& requirement);

// The keys of a requirement that a template assigns, its occurrences and its filter.
void check_requirement(Types& types, const NodeTemplate& node_template, const Value& name, const Value& value);

// `substitution_mappings`: its keys, and the node or the type that it names.
void check_substitution(Context& context, const ServiceTemplate& service);

void check_relationship_template(Declarer& declarer, const Value& name, const Value& definition,
                                 const TypeNames& names);

}  // namespace evalground::unfurl
