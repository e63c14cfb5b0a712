// Finds what a query matches.
#pragma once

#include "dialects/unfurl/evaluator.hpp"

namespace evalground::unfurl {

// All matches of a query in a scope, in order. `where` is the place of the query's text.
List match(Evaluator& evaluator, const Query& query, const Scope& scope, OriginId where);

}  // namespace evalground::unfurl
