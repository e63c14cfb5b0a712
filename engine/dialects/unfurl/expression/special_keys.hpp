// The keys of a resource that start with a dot: `.name`, `.ancestors`, `.targets`, …
#pragma once

#include <span>

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// What a special key of a resource gives; the parent of the root is null. `where` is the place of the query. Throws
// Error "unknown-special-key" for a key that there is not, or not on this kind of resource.
Value special_key(Evaluator& evaluator, Resource& resource, std::string_view key, OriginId where);

// The resource, its parent, …, the root: `.ancestors`.
Value ancestors(Resource& resource);

// The names of all special keys.
std::vector<std::string_view> special_key_names();

}  // namespace evalground::unfurl
