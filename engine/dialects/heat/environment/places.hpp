// Where templates and environments find the files that they name: beside themselves, in a folder of the workspace or
// below an address such as "file:///srv/heat".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground::heat {

// The folder of a file: "lib/web.yaml" -> "/workspace/lib", "https://host/a/web.yaml" -> "https://host/a".
std::string folder_of(std::string_view file);

// The name among the workspace's files of a file that is written as `path` in that folder. An address is unchanged.
// Nothing for a path that leads outside.
std::optional<std::string> file_beside(std::string_view path, std::string_view folder);

// The file's name as an absolute path, which means the same in every folder. An address is unchanged.
std::string absolute_name(std::string_view file);

}  // namespace evalground::heat
