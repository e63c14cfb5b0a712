// Paths of directories: of the ensemble, and below another.
#pragma once

#include <string>
#include <string_view>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The absolute directory of the main document: the ensemble's.
std::string main_directory(const Context& context);

// The absolute path of a relative one below an absolute directory or URL, normalised; an absolute path stays.
std::string path_below(std::string_view directory, std::string_view path);

// Makes the folder exist for whatever asks for folders; what is outside of the workspace is left alone.
void make_directory(Context& context, std::string_view path);

}  // namespace evalground::unfurl
