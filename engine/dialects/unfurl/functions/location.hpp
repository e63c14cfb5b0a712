// The directories that an expression can name: the ensemble's, the current instance's, those of repositories, …
#pragma once

#include <string>
#include <string_view>

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// The absolute directory for relative file paths in an expression: its `base_dir`, else the ensemble's directory.
std::string base_directory(const Context& context, const Scope& scope);

// The absolute directory of a location: `.` (or empty), `src`, `artifacts`, `spec.home`, a repository's name, … For a
// repository that was not fetched it is the URL below which the workspace has its files. `where` is the place of the
// expression. Throws Error "unknown-directory", or "unavailable" for a directory of a job.
std::string directory_of(Evaluator& evaluator, const Scope& scope, std::string_view location, OriginId where);

}  // namespace evalground::unfurl
