// Which names below the served folder are served, and which may be saved.
#pragma once

#include <string_view>

namespace evalground::cli {

// Read only at the top, and never written.
inline constexpr std::string_view settings_name = ".evalground.yaml";

// True when a file or folder of this name is read. Files below an unserved folder are not served.
bool is_served(std::string_view name);

// Why a path cannot name a file below the folder, as the end of a sentence; empty for a valid path.
std::string_view why_not_a_name(std::string_view path);

}  // namespace evalground::cli
