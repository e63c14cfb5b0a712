// Finds what a query matches.
#pragma once

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// All matches of a path in a scope, in order. `where` is the place of the query's text.
List match(Evaluator& evaluator, const Segment& query, const Scope& scope, OriginId where);

}  // namespace evalground::unfurl
