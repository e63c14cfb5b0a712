// Resources as values, and the walks over the tree that gather them: along children, and along the relationships that
// bind requirements to nodes.
//
// Relationships may lead in a circle, so that a walk along them visits each node once.
#pragma once

#include <vector>

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/resource.hpp"

namespace evalground::unfurl {

// null when absent.
Value resource_value(Resource* resource);
Value resource_list(const std::vector<Resource*>& resources);

// One end of a relationship: the node that has the requirement, or the one that it is bound to; null where it is bound
// to none.
using RelationshipEnd = Resource* (*)(Resource& relationship);

// A map from the names of relationships to the nodes at that end; a list where a name has several.
Value nodes_by_name(const std::vector<Resource*>& relationships, RelationshipEnd end);

bool is_hosting(const Resource& relationship);
bool is_configuring(const Resource& relationship);

// The nodes that are reached from a node along all of its relationships, near ones first: those that are entered by a
// relationship that counts.
Value reached_nodes(Evaluator& evaluator, Resource& start, const std::vector<Resource*>& (*edges)(Resource& node),
                    RelationshipEnd end, bool (*counts)(const Resource& relationship));

// The resource and all below it, each before what is below it.
Value descendants(Evaluator& evaluator, Resource& resource);

}  // namespace evalground::unfurl
