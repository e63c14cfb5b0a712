// Checks a service template before evaluation: unknown keys, missing parts, dangling names.
#pragma once

#include "dialects/unfurl/topology/imports.hpp"
#include "dialects/unfurl/topology/node_template.hpp"

namespace evalground::unfurl {

[[noreturn]] void fail_missing(Context& context, OriginId where, const std::string& what, std::string_view key);

// Checks assigned properties: the type must declare them, unless any are allowed.
void check_known(Context& context, const Type& type, const Map& assigned, const Map& metadata, const std::string& what);

// Checks the keys of the topology, its inputs and outputs.
void check_topology(Context& context, const ServiceTemplate& service);

// Checks that the document defines a type in the section of the kind it is used as, or in `types`.
void check_kind(Context& context, const Type& type, OriginId where);

// Checks the name of a template, group, policy or relationship: letters, digits and "._:-", with a letter, "." or "_"
// first. Names of other types pass: they fail elsewhere.
void check_template_name(Context& context, const Value& name, const std::string& what);

// Checks the name and the keys of a node template.
void check_node_template(Context& context, const NodeTemplate& node_template);

// Checks the capabilities of a node template and their properties: all must be declared.
void check_capabilities(Declarer& declarer, const NodeTemplate& node_template);

// Checks the keys of the artifacts of the template and its types, and that required artifacts are present.
void check_artifacts(Declarer& declarer, const NodeTemplate& node_template);

// Checks the form of the `node_filter` of `requirement`.
void check_filter(Context& context, const Value& filter, const std::string& requirement);

// Checks the keys of an assigned requirement, its occurrences and its filter.
void check_requirement(Types& types, const NodeTemplate& node_template, const Value& name, const Value& value);

// Checks `substitution_mappings`: its keys, and the node or type that it names.
void check_substitution(Context& context, const ServiceTemplate& service);

void check_relationship_template(Declarer& declarer, const Value& name, const Value& definition,
                                 const TypeNames& names);

}  // namespace evalground::unfurl
