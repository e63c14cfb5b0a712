// The directories that an expression can name: of the ensemble, of the current instance, of repositories, …
#pragma once

#include <string>
#include <string_view>

#include "dialects/unfurl/expression/evaluator.hpp"

namespace evalground::unfurl {

// The absolute directory of the main document: the ensemble's.
std::string main_directory(const Context& context);

// The absolute directory that the paths of files in an expression are relative to: its `base_dir`, else the ensemble's.
std::string base_directory(const Context& context, const Scope& scope);

// The absolute path of a relative one below an absolute directory or URL, normalised; an absolute path stays.
std::string path_below(std::string_view directory, std::string_view path);

// The absolute directory of a location: `.`, `src`, `artifacts`, `spec.home`, a repository's name, … (empty is `.`). Of
// a repository that was not fetched it is the URL below which the workspace has its files. `where` is the place of the
// expression. Throws Error "unknown-directory", or "unavailable" for a directory of a job.
std::string directory_of(Evaluator& evaluator, const Scope& scope, std::string_view location, OriginId where);

// Makes the folder exist for whatever asks for folders; what is outside of the workspace is left alone.
void make_directory(Context& context, std::string_view path);

}  // namespace evalground::unfurl
