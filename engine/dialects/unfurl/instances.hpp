// Resource trees that are written out: the `instances` of a document.
#pragma once

#include "dialects/unfurl/evaluator.hpp"
#include "dialects/unfurl/types.hpp"

namespace evalground::unfurl {

// Makes the nodes of a document's `instances` and their parts; their types are those of `node_types`, the built-in ones,
// and any others, which derive from their kind's root. Throws Error for what is no instance.
void read_instances(Evaluator& evaluator, Types& types, const Map& document);

}  // namespace evalground::unfurl
