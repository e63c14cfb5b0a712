// The resources of a document and what refers to what, for drawing.
#pragma once

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"

namespace evalground {

// After an evaluation: {nodes, edges, clusters, leftOut}, as `Graph` of wasm/src/types.ts; undefined for a language
// without a graph. The ids of nodes are those of the outline. Values are left out, so the graph contains no secret.
Value graph(Context& context, const Dialect& dialect);

}  // namespace evalground
