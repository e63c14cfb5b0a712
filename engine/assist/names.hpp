// Reads the names in all files of a workspace, and finds the files that they name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.hpp"
#include "runtime/language/language.hpp"

namespace evalground {

// The numbers of the files that are in the language.
std::vector<std::uint32_t> files_in(const Language& language, Context& context);

// Two passes, because a file may refer to a name that a later file defines. A file that cannot be read does not hide
// the others.
void read_names(const Language& language, Context& context, std::span<const std::uint32_t> files, Reading& reading);

// The path of a file as a text of the file `from` names it: looked up beside that file, then from the top. Absent when
// the workspace has no such file.
std::optional<std::string> file_named(Context& context, std::string_view name, std::uint32_t from);

}  // namespace evalground
