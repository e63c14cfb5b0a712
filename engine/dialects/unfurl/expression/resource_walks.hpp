// Resources as values, and walks that collect resources along children, or along the relationships that bind
// requirements to nodes.
//
// Relationships may form cycles, so a walk along them visits each node once.
#pragma once

#include <vector>

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/resource.hpp"

namespace evalground::unfurl {

// null when absent.
Value resource_value(Resource* resource);
Value resource_list(const std::vector<Resource*>& resources);

// One end of a relationship: the node with the requirement, or its target. Null for a relationship without a target.
using RelationshipEnd = Resource* (*)(Resource& relationship);

// A map from the names of relationships to the nodes at that end. A name with several nodes has a list.
Value nodes_by_name(const std::vector<Resource*>& relationships, RelationshipEnd end);

bool is_hosting(const Resource& relationship);
bool is_configuring(const Resource& relationship);

// The nodes reachable from a node along its relationships, nearest first. Only nodes at the end of a relationship that
// counts are collected.
Value reached_nodes(Evaluator& evaluator, Resource& start, const std::vector<Resource*>& (*edges)(Resource& node),
                    RelationshipEnd end, bool (*counts)(const Resource& relationship));

// The resource and everything below it, parents before children.
Value descendants(Evaluator& evaluator, Resource& resource);

}  // namespace evalground::unfurl
