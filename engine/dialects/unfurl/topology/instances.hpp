// Resource trees that are written out: the `instances` of a document.
#pragma once

#include "dialects/unfurl/topology/topology.hpp"

namespace evalground::unfurl {

// Makes the nodes of a document's `instances` and their parts; their types are those of `node_types`, the built-in
// ones, and any others, which derive from their kind's root. Throws Error for what is no instance.
void read_instances(Evaluator& evaluator, Declarer& declarer, const Map& document);

// Makes the nodes of an ensemble: those of `spec.instances`, those of `status.instances`, and one for each node
// template that has none.
void read_ensemble_instances(Evaluator& evaluator, Declarer& declarer, Topology& topology, const Value* of_spec,
                             const Value* of_status);

}  // namespace evalground::unfurl
