// Paths of directories: the ensemble's, and paths below a directory.
#pragma once

#include <string>
#include <string_view>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The absolute directory of the main document: the ensemble's.
std::string main_directory(const Context& context);

// The normalised absolute path of a path relative to a directory or URL. An absolute path is returned unchanged.
std::string path_below(std::string_view directory, std::string_view path);

// Records that the folder exists, for functions that test for folders. Paths outside the workspace are ignored.
void make_directory(Context& context, std::string_view path);

}  // namespace evalground::unfurl
