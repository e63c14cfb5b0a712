// The directories that an expression can name: of the ensemble, of the current instance, of repositories, …
#pragma once

#include <string>
#include <string_view>

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// The absolute directory that the paths of files in an expression are relative to: its `base_dir`, else the ensemble's.
std::string base_directory(const Context& context, const Scope& scope);

// The absolute directory of a location: `.`, `src`, `artifacts`, `spec.home`, a repository's name, … (empty is `.`). Of
// a repository that was not fetched it is the URL below which the workspace has its files. `where` is the place of the
// expression. Throws Error "unknown-directory", or "unavailable" for a directory of a job.
std::string directory_of(Evaluator& evaluator, const Scope& scope, std::string_view location, OriginId where);

}  // namespace evalground::unfurl
