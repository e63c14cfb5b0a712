// Literal resource trees: the `instances` of a document.
#pragma once

#include "dialects/unfurl/topology/topology.hpp"

namespace evalground::unfurl {

// Creates the nodes of a document's `instances` and their parts. Their types are those of `node_types`, the built-in
// ones, or unknown ones, which derive from their kind's root. Throws Error for an invalid instance.
void read_instances(Evaluator& evaluator, Declarer& declarer, const Map& document);

// Creates the nodes of an ensemble: those of `spec.instances`, those of `status.instances`, and one for each remaining
// node template.
void read_ensemble_instances(Evaluator& evaluator, Declarer& declarer, Topology& topology, const Value* of_spec,
                             const Value* of_status);

}  // namespace evalground::unfurl
